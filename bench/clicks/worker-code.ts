import { encodeClicks } from '@brevia/core';
import { createAgentReader, encodeRows } from '@brevia/clicks';
import { createEvents } from './events.ts';

/**
 * What the worker's own code does with a click, between Kafka's record and the body of the insert: decoding, validating,
 * enriching, encoding. CPU seconds of this process, best of five rounds.
 */
export function benchWorkerCode(events = 300_000): { eventsPerSecond: number; microseconds: number } {
  const next = createEvents({ links: 50_000, agents: 3_000 });
  const records = Array.from({ length: events / 500 }, (_, offset) => ({
    offset,
    value: encodeClicks(Array.from({ length: 500 }, next)),
  }));
  const cells = createAgentReader();
  let best = Infinity;
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage();
    for (let at = 0; at < records.length; at += 20) {
      encodeRows(records.slice(at, at + 20), { stream: 'clicks', partition: 0 }, cells);
    }
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / events);
  }
  return { eventsPerSecond: Math.round(1e6 / best), microseconds: Number(best.toFixed(2)) };
}

if (process.argv[1] === import.meta.filename) {
  const { eventsPerSecond, microseconds } = benchWorkerCode();
  console.log(
    `worker code: ${microseconds} us a click, ${eventsPerSecond.toLocaleString('en')} clicks/s a core (goal 140,000)`,
  );
}
