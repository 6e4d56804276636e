import { describe, expect, test } from 'vitest';
import { appEnvironments } from './app-environments.ts';
import { readSettings } from './settings.ts';

const ports = { web: 1, redirector: 2, metrics: { web: 3, redirector: 4, worker: 5 } };
const secrets = { CODE_KEY: 'code', VISITOR_KEY: 'visitor', AUTH_SECRET: 'auth' };
const embedded = { postgres: 'postgres://p', redis: null, clickhouse: 'http://c', kafka: null };

const environmentsOf = (
  env: NodeJS.ProcessEnv = {},
  engines: Parameters<typeof appEnvironments>[4] = embedded,
) => appEnvironments(env, readSettings(env), secrets, ports, engines, 'production');

describe('the environment of an app', () => {
  test('names the redirector as the public address of short links, unless another is set (RUN-5)', () => {
    expect(environmentsOf().web['SHORT_URL_BASE']).toBe('http://127.0.0.1:2');
    expect(environmentsOf({ SHORT_URL_BASE: 'https://bre.via' }).web['SHORT_URL_BASE']).toBe(
      'https://bre.via',
    );
  });

  test('lacks the engines that are not there, even if the box inherited an empty setting', () => {
    expect(environmentsOf({ REDIS_URL: '' }).redirector).not.toHaveProperty('REDIS_URL');
  });

  test('has a spool only where there is no Kafka', () => {
    expect(environmentsOf().redirector['SPOOL_DIR']).toMatch(/\/spool$/);
    const withKafka = environmentsOf({}, { ...embedded, kafka: '127.0.0.1:9' });
    expect(withKafka.worker).toMatchObject({ KAFKA_BROKERS: '127.0.0.1:9' });
    expect(withKafka.worker).not.toHaveProperty('SPOOL_DIR');
  });

  test('holds only the secrets that the app needs, also when they were given as settings', () => {
    const key = 'k'.repeat(32);
    const { web, redirector, worker } = environmentsOf({ CODE_KEY: key, VISITOR_KEY: key, AUTH_SECRET: key });
    expect(web).not.toHaveProperty('VISITOR_KEY');
    expect(redirector).not.toHaveProperty('AUTH_SECRET');
    expect(worker).not.toHaveProperty('CODE_KEY');
  });

  test('gives each app a port of its own for metrics', () => {
    const { web, redirector, worker } = environmentsOf();
    expect([web, redirector, worker].map((env) => env['METRICS_PORT'])).toEqual(['3', '4', '5']);
  });

  test('tells the web app where redirector and worker show how they are, unless others are named (WEB-4)', () => {
    expect(environmentsOf({ HOST: '0.0.0.0' }).web).toMatchObject({
      REDIRECTOR_METRICS_URL: 'http://127.0.0.1:4/metrics',
      WORKER_METRICS_URL: 'http://127.0.0.1:5/metrics',
    });
    const elsewhere = { WORKER_METRICS_URL: 'http://worker:9464/metrics' };
    expect(environmentsOf(elsewhere).web).toMatchObject(elsewhere);
  });

  test('passes on what the box does not know', () => {
    const given = { GITHUB_CLIENT_ID: 'abc', GITHUB_CLIENT_SECRET: 'def', HTTPS_PROXY: 'http://proxy' };
    expect(environmentsOf(given).web).toMatchObject(given);
  });

  test('says to every app where traces go (RUN-4)', () => {
    const given = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_SAMPLER_ARG: '0.1' };
    for (const environment of Object.values(environmentsOf(given))) expect(environment).toMatchObject(given);
    expect(() => readSettings({ ...given, OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('OTEL_TRACES_SAMPLER_ARG');
  });
});
