import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const good = {
  DATABASE_URL: 'postgres://u:p@127.0.0.1:5432/brevia',
  VISITOR_KEY: 'x'.repeat(32),
  SPOOL_DIR: '/tmp/spool',
};

describe('the settings', () => {
  it('have defaults for all that need not be said', () => {
    const config = readConfig({ ...good, REDIS_URL: '', METRICS_PORT: '0' });
    expect(config).toMatchObject({
      port: 3001,
      metricsPort: 0,
      host: '127.0.0.1',
      region: 'local',
      redisUrls: [],
      processes: 1,
      cdnMaxAge: 0,
      operatorName: 'Brevia',
      trustedProxies: '',
    });
    expect(config.geoPath).toMatch(/dbip-country\.mmdb$/);
    expect(readConfig({ ...good, NODE_ENV: 'production' }).host).toBe('0.0.0.0');
  });

  it('read lists, and `off` for no database of countries (C255)', () => {
    const config = readConfig({
      ...good,
      REDIS_URL: 'redis://a:1, redis://b:2',
      KAFKA_BROKERS: 'a:1,b:2',
      GEOIP_DB_PATH: 'off',
    });
    expect(config.redisUrls).toEqual(['redis://a:1', 'redis://b:2']);
    expect(config.kafkaBrokers).toEqual(['a:1', 'b:2']);
    expect(config.geoPath).toBeNull();
  });

  it('that are wrong or missing are all named at once', () => {
    const wrong = {
      DATABASE_URL: 'mysql://x',
      REDIS_URL: 'http://x',
      REDIRECTOR_PORT: '70000',
      VISITOR_KEY: 'short',
      TRUSTED_PROXIES: '10.0.0.0/99',
      CDN_MAX_AGE: 'often',
    };
    let message = '';
    try {
      readConfig(wrong);
    } catch (error) {
      message = String(error);
    }
    for (const name of [...Object.keys(wrong), 'KAFKA_BROKERS: or SPOOL_DIR'])
      expect(message).toContain(name);
    expect(() => readConfig({})).toThrow(/DATABASE_URL: is missing[\s\S]*VISITOR_KEY: is missing/);
  });
});
