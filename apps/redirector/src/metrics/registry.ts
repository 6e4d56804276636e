import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PublisherStatus } from '../publish/supervisor.ts';
import type { Counters } from './counters.ts';
import { LATENCY_BUCKETS, type Latencies } from './latency.ts';

export interface Sources {
  readonly counters: Counters;
  readonly latencies: Latencies;
  readonly publisher: () => PublisherStatus;
  readonly buffered: () => number;
  readonly memoryEntries: () => number;
  readonly unknownCodes: () => number;
  readonly isOpen: { readonly redis: () => boolean; readonly store: () => boolean };
  readonly isDraining: () => boolean;
}

/** The metrics of one process (RED-8). Everything is read from plain numbers when it is scraped, never before. */
export function createRegistry(sources: Sources): Registry {
  const registry = new Registry();
  // The loop's delay is among these.
  collectDefaultMetrics({ register: registry });
  const { counters } = sources;

  total(registry, 'redirector_answers_total', 'Answers by lane and status.', ['lane', 'status'], (set) => {
    set({ lane: 'fast', status: '302' }, counters.fastTemporary);
    set({ lane: 'fast', status: '301' }, counters.fastPermanent);
    for (const [status, count] of counters.statuses) set({ lane: 'slow', status: String(status) }, count);
  });
  const byTier = ['lane', 'tier'];
  total(registry, 'redirector_lookups_total', 'Answers by lane and the tier that knew.', byTier, (set) => {
    for (const [tier, count] of Object.entries(counters.fastTiers)) set({ lane: 'fast', tier }, count);
    for (const [tier, count] of Object.entries(counters.tiers)) set({ lane: 'slow', tier }, count);
  });
  const events = {
    handed_over: () => counters.declined,
    shared_lookup: () => counters.sharedLookups,
    redis_error: () => counters.redisErrors,
    store_error: () => counters.storeErrors,
    link_change: () => counters.changes,
    subscription_gap: () => counters.gaps,
    slowed_down: () => counters.slowedDown,
    client_error: () => counters.clientErrors,
    failure: () => counters.failures,
    slow_reader: () => counters.slowReaders,
  };
  total(registry, 'redirector_events_total', 'What else happened.', ['event'], (set) => {
    for (const [event, count] of Object.entries(events)) set({ event }, count());
  });
  total(registry, 'redirector_clicks_total', 'Clicks by what became of them.', ['outcome'], (set) => {
    const { published, dropped } = sources.publisher();
    set({ outcome: 'published' }, published);
    set({ outcome: 'dropped' }, dropped);
  });
  total(registry, 'redirector_geo_errors_total', 'Failed look-ups of a country.', [], (set) =>
    set({}, sources.publisher().geoErrors),
  );
  total(registry, 'redirector_publisher_restarts_total', 'Deaths of the publishing thread.', [], (set) =>
    set({}, sources.publisher().restarts),
  );
  gauge(registry, 'redirector_clicks_waiting', 'Clicks not yet published.', [], (set) =>
    set({}, sources.buffered() + sources.publisher().inFlight),
  );
  gauge(registry, 'redirector_cache_entries', 'Entries in memory.', ['kind'], (set) => {
    set({ kind: 'links' }, sources.memoryEntries());
    set({ kind: 'unknown' }, sources.unknownCodes());
  });
  gauge(registry, 'redirector_breaker_open', '1 while nothing is tried.', ['dependency'], (set) => {
    set({ dependency: 'redis' }, Number(sources.isOpen.redis()));
    set({ dependency: 'store' }, Number(sources.isOpen.store()));
    set({ dependency: 'clicks' }, Number(sources.publisher().breakerOpen));
  });
  gauge(registry, 'redirector_draining', '1 while shutting down.', [], (set) =>
    set({}, Number(sources.isDraining())),
  );
  registerLatency(registry, sources.latencies);
  return registry;
}

type Set = (labels: Record<string, string>, value: number) => void;

function total(
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[],
  read: (set: Set) => void,
) {
  new Counter({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      read((labels, value) => this.inc(labels, value));
    },
  });
}

function gauge(
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[],
  read: (set: Set) => void,
) {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      read((labels, value) => this.set(labels, value));
    },
  });
}

const LATENCY_HELP =
  'Time from a request to its answer, by lane and tier; of the answers from memory in the fast lane one in 64 is measured.';

/** prom-client has no way to set a histogram's buckets, so its `get` gives our own. */
function registerLatency(registry: Registry, latencies: Latencies): void {
  const name = 'redirector_latency_seconds';
  const histogram = new Histogram({
    name,
    help: LATENCY_HELP,
    labelNames: ['lane', 'tier'],
    buckets: [...LATENCY_BUCKETS],
    registers: [registry],
  });
  const read = () => {
    const values = latencies.rows().flatMap(({ lane, tier, counts, sum }) => {
      let seen = 0;
      const labels = { lane, tier };
      const buckets = counts.map((count, i) => ({
        metricName: `${name}_bucket`,
        labels: { ...labels, le: LATENCY_BUCKETS[i] ?? '+Inf' },
        value: (seen += count),
      }));
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: seen },
      ];
    });
    return Promise.resolve({ name, help: LATENCY_HELP, type: 'histogram', values, aggregator: 'sum' });
  };
  // The registry asks the one for text and the other for JSON (which is how processes are added up).
  Object.assign(histogram, { get: read, getForPromString: read });
}
