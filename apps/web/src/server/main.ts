import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createBreaker,
  createChangeChannel,
  createLinkCache,
  createRedis,
  noChangeChannel,
  noLinkCache,
  withBreaker,
} from '@brevia/cache';
import { parseTrustedProxies } from '@brevia/core';
import { SettingsError } from '@brevia/core/settings';
import { createCodeSource, createDatabase } from '@brevia/db';
import { publishContainer } from './caller.ts';
import { openClickStats } from './click-stats.ts';
import { createContainer } from './container.ts';
import { readEnv, type Env } from './env.ts';
import { createMetrics, createMetricsServer } from './http/metrics.ts';
import { createServer } from './http/server.ts';
import { createLogger } from './logger.ts';
import { createLogMailer } from './mail/log-mailer.ts';
import { createPostman } from './mail/postman.ts';
import { createSmtpMailer } from './mail/smtp-mailer.ts';
import { createReport } from './report.ts';
import { openPages } from './pages.ts';
import { freePort, listen } from './listen.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { createTracedAdapters } from './traces/adapters.ts';
import { openTraces } from './traces/open-traces.ts';

/** `apps/web`, both from the sources (`src/server`) and from the bundle (`dist`). */
const HERE = dirname(fileURLToPath(import.meta.url));
const WEB_FOLDER = HERE.endsWith('dist') ? join(HERE, '..') : join(HERE, '..', '..');

async function main(env: Env): Promise<void> {
  const tracing = await openTraces(env, (error) =>
    log.warn({ err: error }, 'traces do not reach their collector'),
  );
  const traced = createTracedAdapters(tracing);
  const log = createLogger({
    level: env.LOG_LEVEL,
    region: env.REGION,
    traceId: tracing && (() => tracing.current()?.traceId),
  });
  const metrics = createMetrics();
  const report = createReport(log, metrics);

  // Engines. None of them has to be there yet: each connects in the background and comes back by itself.
  const database = createDatabase({
    url: env.DATABASE_URL,
    poolMax: env.DATABASE_POOL_MAX,
    applicationName: 'brevia-web',
    region: env.REGION,
    aroundStatement: traced.aroundStatement,
  });
  const redis =
    env.REDIS_URL === undefined
      ? undefined
      : createRedis(env.REDIS_URL, {
          name: 'brevia-web',
          autoPipelining: true,
          onError: (error) => report({ what: 'redis', error }),
        });
  const clicks = openClickStats(env.CLICKHOUSE_URL, traced.clickhouse);
  const codes = createCodeSource({
    claim: () => database.idBlocks.claim(),
    key: env.CODE_KEY,
    region: env.REGION,
    onClaimError: (error) => report({ what: 'block of codes', error }),
  });
  codes.warm().catch((error: unknown) => report({ what: 'block of codes', error }));

  const port = env.WEB_PORT === 0 && env.WEB_URL === undefined ? await freePort(env.HOST) : env.WEB_PORT;
  const localHost = env.HOST === '0.0.0.0' || env.HOST === '::' ? '127.0.0.1' : env.HOST;
  const smtp = smtpServer(env);
  const isProduction = env.NODE_ENV === 'production';
  const mailer = smtp === undefined ? createLogMailer(log, isProduction) : createSmtpMailer(smtp);
  const postman = createPostman({ mailer, report });
  const container = createContainer({
    database,
    codes,
    cache:
      redis === undefined ? noLinkCache : withBreaker(traced.cache(createLinkCache(redis)), createBreaker()),
    changes: redis === undefined ? noChangeChannel : traced.changes(createChangeChannel(redis)),
    stats: clicks.stats,
    health: {
      redis: redis === undefined ? undefined : () => redis.ping(),
      ...(env.CLICKHOUSE_URL === undefined ? {} : { clickhouse: clicks.ping, ingest: clicks.progress }),
      redirectorMetricsUrl: env.REDIRECTOR_METRICS_URL,
      workerMetricsUrl: env.WORKER_METRICS_URL,
    },
    redis,
    report,
    tracing,
    mail: {
      post: postman.post,
      reaches: smtp !== undefined ? 'people' : isProduction ? 'nobody' : 'log',
    },
    settings: {
      webUrl: env.WEB_URL ?? `http://${localHost}:${port}`,
      shortUrlBase: env.SHORT_URL_BASE,
      authSecret: env.AUTH_SECRET,
      allowAnonymous: env.ALLOW_ANONYMOUS,
      limitPerUser: env.LIMIT_CREATE_PER_USER,
      limitAnonymous: env.LIMIT_CREATE_ANONYMOUS,
      guessesPerMinute: env.LIMIT_SIGN_IN,
      github: oauthClient(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET),
      google: oauthClient(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
    },
  });
  publishContainer(container);
  const stopPolicyRefresh = container.startPolicyRefresh();

  const isDev = env.NODE_ENV === 'development';
  const pages = await openPages({ isDev, folder: WEB_FOLDER, host: localHost, port });
  const server = createServer({
    container,
    next: pages.handle,
    trusted: parseTrustedProxies(env.TRUSTED_PROXIES).trusted,
    dependencies: [
      { name: 'store', required: true, check: () => database.ping() },
      ...(redis === undefined ? [] : [{ name: 'redis', required: false, check: () => redis.ping() }]),
      ...(env.CLICKHOUSE_URL === undefined
        ? []
        : [{ name: 'clickhouse', required: false, check: clicks.ping }]),
    ],
    metrics,
    log,
    tracing,
    isDev,
  });
  server.on('upgrade', pages.upgrade);
  const metricsServer = createMetricsServer(metrics);

  const webPort = await listen(server, { name: 'WEB_PORT', port, host: env.HOST });
  const metricsPort = await listen(metricsServer, {
    name: 'METRICS_PORT',
    port: env.METRICS_PORT,
    host: env.HOST,
  });
  const url = `http://${localHost}:${webPort}`;
  const metricsUrl = `http://${localHost}:${metricsPort}/metrics`;

  stopOnSignal(log, async () => {
    server.startDraining();
    stopPolicyRefresh();
    await server.drain();
    await postman.close();
    metricsServer.close();
    await Promise.allSettled([pages.close(), database.close(), clicks.close(), tracing?.close()]);
    redis?.disconnect();
  });
  log.info({ url, metricsUrl, shortUrlBase: env.SHORT_URL_BASE }, 'ready');
  process.send?.({ type: 'ready', url, metricsUrl });
}

function smtpServer({ SMTP_URL: url, MAIL_FROM: from }: Env) {
  return url === undefined || from === undefined ? undefined : { url, from };
}

function oauthClient(clientId: string | undefined, clientSecret: string | undefined) {
  return clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret };
}

try {
  await main(readEnv(process.env));
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
}
