import { AggregatorRegistry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createCounters } from './counters.ts';
import { createLatencies } from './latency.ts';
import { createRegistry } from './registry.ts';

function setUp() {
  const counters = createCounters();
  const latencies = createLatencies();
  const registry = createRegistry({
    counters,
    latencies,
    publisher: () => ({
      handedOver: 12,
      published: 7,
      dropped: 3,
      inFlight: 2,
      geoErrors: 1,
      sink: 'failing',
      breakerOpen: true,
      restarts: 1,
    }),
    buffered: () => 4,
    memoryEntries: () => 5,
    unknownCodes: () => 6,
    isOpen: { redis: () => true, store: () => false },
    isDraining: () => false,
  });
  return { counters, latencies, registry };
}

describe('the metrics', () => {
  it('tell latency by lane and tier, hits and misses, drops, breakers and the delay of the loop (RED-8)', async () => {
    const { counters, latencies, registry } = setUp();
    counters.fastTemporary = 9;
    counters.fastTiers.memory = 9;
    counters.tiers.store = 2;
    counters.statuses.set(404, 2);
    latencies.observe('slow', 'store', 3);
    latencies.observe('slow', 'store', 0.2);
    for (let scrape = 0; scrape < 2; scrape += 1) {
      const text = await registry.metrics();
      for (const line of [
        'redirector_answers_total{lane="fast",status="302"} 9',
        'redirector_answers_total{lane="slow",status="404"} 2',
        'redirector_lookups_total{lane="fast",tier="memory"} 9',
        'redirector_lookups_total{lane="slow",tier="store"} 2',
        'redirector_clicks_total{outcome="published"} 7',
        'redirector_clicks_total{outcome="dropped"} 3',
        'redirector_clicks_waiting 6',
        'redirector_breaker_open{dependency="redis"} 1',
        'redirector_breaker_open{dependency="clicks"} 1',
        'redirector_latency_seconds_bucket{lane="slow",tier="store",le="0.00025"} 1',
        'redirector_latency_seconds_bucket{lane="slow",tier="store",le="0.005"} 2',
        'redirector_latency_seconds_bucket{lane="slow",tier="store",le="+Inf"} 2',
        'redirector_latency_seconds_count{lane="slow",tier="store"} 2',
      ]) {
        expect(text).toContain(`${line}\n`);
      }
      expect(text).toContain('# TYPE redirector_latency_seconds histogram');
      expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
    }
  });

  it('of several processes add up', async () => {
    const one = setUp();
    one.counters.fastTemporary = 9;
    one.latencies.observe('slow', 'store', 3);
    const both = [await one.registry.getMetricsAsJSON(), await one.registry.getMetricsAsJSON()];
    const text = await AggregatorRegistry.aggregate(both).metrics();
    expect(text).toContain('redirector_answers_total{lane="fast",status="302"} 18\n');
    expect(text).toContain('redirector_latency_seconds_count{lane="slow",tier="store"} 2\n');
  });
});
