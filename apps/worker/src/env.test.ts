import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';

describe("the worker's settings", () => {
  it('are taken with defaults where they are missing or empty', () => {
    const env = readEnv({ CLICKHOUSE_URL: 'http://127.0.0.1:8123', SPOOL_DIR: '/spool', LOG_LEVEL: '' });
    expect(env).toMatchObject({ LOG_LEVEL: 'info', REGION: 'local', CLICK_TOPICS: ['clicks'] });
  });

  it('take several brokers', () => {
    const env = readEnv({ CLICKHOUSE_URL: 'http://127.0.0.1:8123', KAFKA_BROKERS: 'a:9092, b:9092' });
    expect(env.KAFKA_BROKERS).toEqual(['a:9092', 'b:9092']);
  });

  it('are refused with every problem in one message', () => {
    const read = () =>
      readEnv({ CLICKHOUSE_URL: 'http://127.0.0.1:8123', METRICS_PORT: 'many', REDIS_URL: 'http://x' });
    expect(read).toThrow(/METRICS_PORT: must be a whole number from 0 to 65535/);
    expect(read).toThrow(/REDIS_URL: must hold/);
    expect(read).toThrow(/KAFKA_BROKERS: or SPOOL_DIR is missing/);
  });

  it('need no ClickHouse where link changes alone are relayed', () => {
    const relay = { DATABASE_URL: 'postgresql://127.0.0.1/brevia', KAFKA_BROKERS: 'a:9092' };
    expect(readEnv(relay).CLICKHOUSE_URL).toBeUndefined();
    expect(() => readEnv({ DATABASE_URL: relay.DATABASE_URL })).not.toThrow();
  });

  it('name both stores when there is neither, so that there is nothing to do', () => {
    for (const given of [{}, { KAFKA_BROKERS: 'a:9092' }, { CLICKHOUSE_URL: '' }])
      expect(() => readEnv(given)).toThrow(/^ {2}CLICKHOUSE_URL: or DATABASE_URL is missing/m);
  });

  it.each(['SPOOL_DIR', 'CLICK_TOPICS'])(
    'do not leave the clicks of %s lying for want of ClickHouse',
    (name) => {
      const given = { DATABASE_URL: 'postgresql://127.0.0.1/brevia', [name]: 'clicks' };
      expect(() => readEnv(given)).toThrow(`CLICKHOUSE_URL: is missing, and ${name} names clicks to count`);
    },
  );
});
