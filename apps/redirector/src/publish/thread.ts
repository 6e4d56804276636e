import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createKafkaSink, createSpoolSink } from '@brevia/clicks';
import { parseTrustedProxies } from '@brevia/core';
import { openTracing } from '@brevia/telemetry';
import { traceSink } from '../traces/sink.ts';
import { openCountries } from './country.ts';
import { createEnricher } from './enrich.ts';
import type { PublisherReport, PublisherSettings, ToPublisher } from './messages.ts';
import { createPublisher } from './publisher.ts';
import { createThreadLog } from './thread-log.ts';
import { createVisitorHash } from './visitor.ts';

// The publishing thread: everything about a click that costs time happens here, beside the thread that serves visitors.
const settings = workerData as PublisherSettings;
const port = parentPort;
if (port === null) throw new Error('publish/thread.ts runs as a worker thread only.');

/** Less than the serving thread waits beyond the time for clicks. */
const TRACES_MS = 700;

const log = createThreadLog(port);
const countries = openCountries(settings.geoPath, (error) =>
  log.warn({ err: error }, 'countries of visitors cannot be looked up: clicks go on without'),
);
const tracing =
  settings.traces === null
    ? undefined
    : await openTracing({
        ...settings.traces,
        service: 'brevia-redirector',
        region: settings.region,
        onError: (error) => log.warn({ err: error }, 'traces do not reach their collector'),
      });
const sink =
  settings.spoolDir === null
    ? createKafkaSink({ brokers: settings.kafkaBrokers, log })
    : createSpoolSink({ dir: settings.spoolDir, log });
const publisher = createPublisher({
  sink:
    tracing === undefined ? sink : traceSink(sink, tracing, settings.spoolDir === null ? 'kafka' : 'spool'),
  maxPending: settings.maxPending,
  // Kafka's records are dear, lines of the spool are not.
  lingerMs: settings.spoolDir === null ? 250 : 0,
  onError: (error) => log.error({ err: error }, 'clicks that cannot be read are dropped'),
  enrich: createEnricher({
    region: settings.region,
    trusted: parseTrustedProxies(settings.trustedProxies).trusted,
    countryOf: (address) => countries.of(address),
    visitorOf: createVisitorHash(settings.visitorKey),
    idPrefix: `${randomBytes(9).toString('base64url')}.`,
  }),
});

const report = (type: PublisherReport['type'], done: number): void => {
  port.postMessage({
    type,
    done,
    dropped: publisher.dropped(),
    published: publisher.published(),
    geoErrors: countries.errors(),
    sink: sink.state(),
  } satisfies PublisherReport);
};

port.on('message', (message: ToPublisher) => {
  if (message.type === 'clicks') {
    void publisher
      .publish(message.batch, message.batch.count)
      .finally(() => report('report', message.batch.count));
    return;
  }
  void publisher
    .close(message.timeoutMs)
    .then(() => tracing?.close(TRACES_MS))
    // What the sink gave up is reported as done first, or it would be counted as dropped twice.
    .then(() => nextTurn())
    .finally(() => {
      report('closed', 0);
      port.close();
    });
});

// A sink that comes and goes is said without waiting for the next click.
setInterval(() => report('report', 0), 1_000).unref();
report('report', 0);
