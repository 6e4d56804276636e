import type { IngestTrace, RowStore } from '@brevia/clicks';
import type { Tracing } from '@brevia/telemetry';

/** Records of a batch whose publishers are named; a batch of a busy stream has dozens. */
const MOST_LINKS = 32;

/**
 * A span for each batch that is read, with its steps below it. It goes on the trace of the publisher whose record came first,
 * and names those of the other records as links: a batch has many publishers, a span one parent.
 */
export function createIngestTrace(tracing: Tracing): IngestTrace {
  return {
    batch: ({ source, records, from, to, traceparents }, work) => {
      const [parent, ...others] = [...new Set(traceparents)];
      const attributes = {
        'messaging.system': source.adapter,
        'messaging.destination.name': source.stream,
        'messaging.destination.partition.id': String(source.partition),
        'messaging.operation.type': 'process',
        'messaging.batch.message_count': records,
      };
      const links = others.slice(0, MOST_LINKS);
      return tracing.run(
        'ingest clicks',
        { kind: 'consumer', parent, links, attributes, startedAt: from },
        (span) => {
          tracing.start('fetch', { kind: 'client', parent: span, startedAt: from }).end(to);
          return work();
        },
      );
    },
    announce: (work) => tracing.child('announce', { kind: 'client' }, work),
    commit: (work) => tracing.child('commit', { kind: 'client' }, work),
  };
}

/** The same rows, each of whose inserts (an attempt that fails, too) is a span of its batch. */
export function traceRows(rows: RowStore, tracing: Tracing): RowStore {
  const attributes = { 'db.system.name': 'clickhouse', 'db.query.summary': 'INSERT clicks' };
  return {
    ...rows,
    insert: (text, token) =>
      tracing.child('INSERT clicks', { kind: 'client', attributes }, () => rows.insert(text, token)),
  };
}
