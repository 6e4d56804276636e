import type { ClickSink } from '@brevia/clicks';
import type { Tracing } from '@brevia/telemetry';

/**
 * The same sink, with a span for each record on its way into the stream, whose trace goes along with the record: one header
 * a record, however many clicks it holds.
 */
export function traceSink(sink: ClickSink, tracing: Tracing, system: 'kafka' | 'spool'): ClickSink {
  return {
    ...sink,
    async send(batches) {
      if (batches.length === 0) return sink.send(batches);
      const span = tracing.start('publish clicks', {
        kind: 'producer',
        attributes: {
          'messaging.system': system,
          'messaging.operation.type': 'send',
          'messaging.batch.message_count': batches.length,
          'brevia.clicks': batches.reduce((sum, { count }) => sum + count, 0),
        },
      });
      const before = sink.dropped();
      await sink.send(batches.map((batch) => ({ ...batch, traceparent: span.header })));
      // The sink never rejects; what others lose at the same time is counted here too.
      if (sink.dropped() > before) span.fail(undefined);
      span.end();
    },
  };
}
