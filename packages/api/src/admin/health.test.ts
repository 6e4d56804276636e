import { describe, expect, test } from 'vitest';
import { judgeHealth, type PartHealth } from './health.ts';
import type { HealthReadings } from './health-readings.ts';

const NOW = Date.parse('2026-12-01T12:00:00Z');
const secondsAgo = (seconds: number) => new Date(NOW - seconds * 1_000);
const quick = <Value>(value: Value) => ({ ms: 3.4, value });
const redirector = { clicksDropped: 0, clicksWaiting: 0, givenUp: [], isDraining: false } as const;
const worker = { broken: [], countsClicks: true, waitingBatches: 0, deadLetters: 0 } as const;
const ingest = { adapter: 'kafka', completeTo: secondsAgo(2), writtenAt: secondsAgo(1) } as const;

const well: HealthReadings = {
  startedAt: secondsAgo(60),
  store: quick(undefined),
  redis: quick('PONG'),
  clickhouse: quick(undefined),
  ingest: quick(ingest),
  redirector: quick(redirector),
  worker: quick(worker),
};
const judge = (changes: Partial<HealthReadings>) => judgeHealth({ ...well, ...changes }, NOW);
const part = (name: PartHealth['name'], changes: Partial<HealthReadings>) =>
  judge(changes).parts.find((one) => one.name === name);

describe('health (WEB-4)', () => {
  test('all is up where everybody answers quickly', () => {
    const { parts, clicks } = judge({});
    expect(parts.map(({ name, state }) => [name, state])).toEqual(
      ['store', 'redis', 'stream', 'clickhouse', 'web', 'redirector', 'worker'].map((name) => [name, 'up']),
    );
    expect(parts[0]).toMatchObject({ latencyMs: 3, reasons: [] });
    expect(clicks).toMatchObject({ adapter: 'kafka', lagSeconds: 2, dropped: 0, deadLetters: 0 });
  });

  test.each(['store', 'redis', 'clickhouse'] as const)(
    '%s: silence is down, a slow answer is degraded',
    (name) => {
      expect(part(name, { [name]: 'silent' })).toMatchObject({
        state: 'down',
        reasons: ['silent'],
        latencyMs: null,
      });
      const slow = { [name]: { ms: 501, value: null } };
      expect(part(name, slow)).toMatchObject({ state: 'degraded', reasons: ['slow'], latencyMs: 501 });
    },
  );

  test('an engine that is not set up is off, an app that nobody told the address of is unknown', () => {
    expect(part('redis', { redis: null })?.state).toBe('off');
    expect(part('clickhouse', { clickhouse: null })?.state).toBe('off');
    expect(part('redirector', { redirector: null })?.state).toBe('unknown');
    expect(part('worker', { worker: null, ingest: null })?.state).toBe('unknown');
    expect(part('stream', { redirector: null, worker: null })?.state).toBe('unknown');
  });

  test('a redirector that works around something is degraded, and says around what', () => {
    const figures = { ...redirector, givenUp: ['redis', 'store'] as const, isDraining: true };
    expect(part('redirector', { redirector: quick(figures) })).toMatchObject({
      state: 'degraded',
      reasons: ['redis', 'store', 'draining'],
    });
  });

  test('the stream is down for whoever writes, degraded where only reading fails', () => {
    const lost = quick({ ...redirector, givenUp: ['clicks'] as const });
    const unread = quick({ ...worker, broken: ['stream'] as const });
    expect(part('stream', { redirector: lost })?.state).toBe('down');
    expect(part('stream', { worker: unread })?.state).toBe('degraded');
    expect(part('stream', { redirector: lost, worker: unread })?.state).toBe('down');
    const relayOnly = quick({ ...worker, countsClicks: false });
    expect(part('stream', { redirector: null, worker: relayOnly })?.state).toBe('unknown');
  });

  test('a worker is degraded by what is broken and by clicks that are counted late', () => {
    const late = quick({ ...ingest, completeTo: secondsAgo(31) });
    expect(part('worker', { ingest: late })).toMatchObject({ state: 'degraded', reasons: ['late'] });
    expect(judge({ ingest: late }).clicks.lagSeconds).toBe(31);
    const broken = quick({ ...worker, broken: ['clickhouse', 'linkChanges'] as const });
    expect(part('worker', { worker: broken })?.reasons).toEqual(['clickhouse', 'linkChanges']);
    const relayOnly = quick({ ...worker, countsClicks: false });
    expect(part('worker', { worker: relayOnly, ingest: late })?.state, 'it counts none itself').toBe('up');
    expect(judge({ worker: relayOnly }).clicks).toMatchObject({ waitingBatches: null, deadLetters: null });
  });

  test('a worker that can not be asked lives as long as it writes its progress', () => {
    const gone = quick({ ...ingest, writtenAt: secondsAgo(31) });
    expect(part('worker', { worker: null })?.state).toBe('up');
    expect(part('worker', { worker: null, ingest: gone })?.state).toBe('down');
    expect(part('worker', { worker: null, ingest: quick(null) })?.state).toBe('unknown');
  });

  test('figures that nobody could give are null, never zero', () => {
    const { clicks } = judge({ redirector: 'silent', worker: 'silent', ingest: 'silent' });
    expect(Object.values(clicks)).toEqual(Array.from({ length: 7 }, () => null));
  });

  test('a clock that runs behind gives no negative lag', () => {
    const ahead = quick({ ...ingest, completeTo: secondsAgo(-5) });
    expect(judge({ ingest: ahead }).clicks.lagSeconds).toBe(0);
  });
});
