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
    const read = () => readEnv({ METRICS_PORT: 'many', REDIS_URL: 'http://x' });
    expect(read).toThrow(/CLICKHOUSE_URL: is missing/);
    expect(read).toThrow(/METRICS_PORT: must be a whole number from 0 to 65535/);
    expect(read).toThrow(/REDIS_URL: must hold/);
    expect(read).toThrow(/KAFKA_BROKERS: or SPOOL_DIR is missing/);
  });
});
