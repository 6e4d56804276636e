import { SettingsError } from '@brevia/core/settings';
import { describe, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const problemsOf = (env: NodeJS.ProcessEnv): string => {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  throw new Error('the settings were accepted');
};

describe('the settings of the box', () => {
  test('have the defaults of RUN-5 when nothing is given', () => {
    expect(readSettings({})).toMatchObject({
      WEB_PORT: 3000,
      REDIRECTOR_PORT: 3001,
      METRICS_PORT: 9464,
      LIMIT_CREATE_PER_USER: 100,
      LIMIT_CREATE_ANONYMOUS: 10,
    });
  });

  test('say all that is wrong in one message, each with its name', () => {
    const message = problemsOf({
      WEB_PORT: 'eighty',
      REDIRECTOR_PORT: '70000',
      DATABASE_URL: 'mysql://localhost/brevia',
      REDIS_URL: 'redis://a:6379,b:6379',
      KAFKA_BROKERS: 'broker',
      CODE_KEY: 'short',
      LOG_LEVEL: 'loud',
    });
    for (const name of [
      'WEB_PORT',
      'REDIRECTOR_PORT',
      'DATABASE_URL',
      'REDIS_URL',
      'KAFKA_BROKERS',
      'CODE_KEY',
      'LOG_LEVEL',
    ]) {
      expect(message).toMatch(new RegExp(`^ +${name}: `, 'm'));
    }
  });

  test('include those that only an app uses, so that nothing is started in vain (RUN-5)', () => {
    const wrong = {
      TRUSTED_PROXIES: '10.0.0.0/99, foo',
      CDN_MAX_AGE: '999',
      KEEP_ALIVE_SECONDS: 'long',
      BATCH_ROWS: '0',
      DATABASE_POOL_MAX: '-1',
      DATABASE_DIALECT: 'mysql',
    };
    const message = problemsOf(wrong);
    for (const name of Object.keys(wrong)) expect(message).toMatch(new RegExp(`^ +${name}: `, 'm'));
    const right = {
      TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32,[::1] 192.0.2.7',
      CDN_MAX_AGE: '10',
      DRAIN_SECONDS: '0.5',
    };
    expect(() => readSettings(right)).not.toThrow();
  });

  test('that are numbers say in words which ones are allowed', () => {
    const numbers = {
      WEB_PORT: 'a whole number from 0 to 65535',
      REDIRECTOR_PORT: 'a whole number from 0 to 65535',
      METRICS_PORT: 'a whole number from 0 to 65533',
      LIMIT_CREATE_PER_USER: 'a whole number from 1 to 1000000000',
      LIMIT_CREATE_ANONYMOUS: 'a whole number from 1 to 1000000000',
      LIMIT_SIGN_IN: 'a whole number from 1 to 1000000000',
      LIMIT_UNKNOWN_PER_CLIENT: 'a whole number from 1 to 1000000000',
      DATABASE_POOL_MAX: 'a whole number from 1 to 500',
      REDIRECTOR_PROCESSES: 'a whole number from 1 to 256',
      CDN_MAX_AGE: 'a whole number from 0 to 60',
      KEEP_ALIVE_SECONDS: 'a whole number from 1 to 600',
      DRAIN_SECONDS: 'a number from 0 to 600',
      CLICK_PARTITIONS: 'a whole number from 1 to 1024',
      BATCH_ROWS: 'a whole number from 1000 to 500000',
      KAFKA_SESSION_SECONDS: 'a whole number from 6 to 300',
      STUCK_SECONDS: 'a whole number from 10 to 3600',
      SHUTDOWN_SECONDS: 'a whole number from 1 to 600',
    };
    for (const wrong of ['abc', '-1', '1e99', '65536.5']) {
      const message = problemsOf(Object.fromEntries(Object.keys(numbers).map((name) => [name, wrong])));
      for (const [name, allowed] of Object.entries(numbers)) {
        expect(message.split('\n').filter((line) => line.startsWith(`  ${name}: `))).toEqual([
          `  ${name}: must be ${allowed}`,
        ]);
      }
    }
  });

  test('of GitHub and Google come in pairs: the missing half is named before anything starts (WEB-1)', () => {
    expect(problemsOf({ GITHUB_CLIENT_ID: 'me' })).toContain('GITHUB_CLIENT_SECRET: is missing');
    expect(problemsOf({ GOOGLE_CLIENT_SECRET: 'hunter2' })).toContain('GOOGLE_CLIENT_ID: is missing');
    expect(() => readSettings({ GITHUB_CLIENT_ID: 'me', GITHUB_CLIENT_SECRET: 'hunter2' })).not.toThrow();
  });

  test('take the name of a ClickHouse cluster only as a plain word, and beside the address of a server', () => {
    const CLICKHOUSE_URL = 'http://clickhouse:8123/brevia';
    expect(readSettings({ CLICKHOUSE_URL, CLICKHOUSE_CLUSTER: 'main-1' }).CLICKHOUSE_CLUSTER).toBe('main-1');
    expect(problemsOf({ CLICKHOUSE_URL, CLICKHOUSE_CLUSTER: "x' DROP" })).toContain(
      'CLICKHOUSE_CLUSTER: must be a plain word',
    );
    expect(problemsOf({ CLICKHOUSE_CLUSTER: 'main' })).toContain('and CLICKHOUSE_URL is missing');
  });

  test('never print a secret that is too short', () => {
    expect(problemsOf({ AUTH_SECRET: 'hunter2' })).not.toContain('hunter2');
  });

  test('take an empty value as not given', () => {
    expect(readSettings({ REDIS_URL: '', WEB_PORT: '' })).toMatchObject({ WEB_PORT: 3000 });
    expect(readSettings({ REDIS_URL: '' }).REDIS_URL).toBeUndefined();
  });

  test('refuse one port for two programs, the metrics of redirector and worker included', () => {
    expect(problemsOf({ WEB_PORT: '4000', REDIRECTOR_PORT: '4000' })).toContain('REDIRECTOR_PORT: 4000');
    expect(problemsOf({ REDIRECTOR_PORT: '9465' })).toContain('METRICS_PORT + 1: 9465');
  });

  test('take 0 for every port: any free one', () => {
    expect(readSettings({ WEB_PORT: '0', REDIRECTOR_PORT: '0', METRICS_PORT: '0' })).toMatchObject({
      WEB_PORT: 0,
      REDIRECTOR_PORT: 0,
      METRICS_PORT: 0,
    });
  });

  test('take several Redis addresses as a cluster and several brokers', () => {
    expect(() =>
      readSettings({ REDIS_URL: 'redis://a:6379, redis://b:6379', KAFKA_BROKERS: 'a:9092,b:9092' }),
    ).not.toThrow();
  });
});
