import { once } from 'node:events';
import type { ClickStats } from '@brevia/clicks';
import {
  createChangeChannel,
  createLinkCache,
  createRedis,
  noChangeChannel,
  noLinkCache,
} from '@brevia/cache';
import { parseTrustedProxies } from '@brevia/core';
import { createCodeSource, createDatabase, migrate, type CodeSource } from '@brevia/db';
import { createTestDatabase } from '@brevia/engines/testing';
import type { Tracing } from '@brevia/telemetry';
import { pino } from 'pino';
import { openClickStats } from '../click-stats.ts';
import { createContainer, type ContainerParts } from '../container.ts';
import { createMetrics } from '../http/metrics.ts';
import { createServer } from '../http/server.ts';
import { listen } from '../listen.ts';
import { createTracedAdapters } from '../traces/adapters.ts';
import type { Mail } from '../mail/mailer.ts';

export interface WebOptions {
  readonly redisUrl?: string;
  readonly databaseUrl?: string;
  readonly stats?: ClickStats;
  readonly codes?: (real: CodeSource) => CodeSource;
  readonly trustedProxies?: string;
  readonly settings?: Partial<ContainerParts['settings']>;
  readonly clock?: () => number;
  readonly health?: ContainerParts['health'];
  readonly clickhouseUrl?: string;
  readonly tracing?: Tracing;
  /** Default: what is posted is collected in `mails`, and does not count as sent. */
  readonly mail?: ContainerParts['mail'];
}

/** The whole web server but Next, over real sockets and a fresh database; `await using` closes it. */
export async function startWeb(options: WebOptions = {}) {
  const own = options.databaseUrl === undefined ? await createTestDatabase() : null;
  const databaseUrl = options.databaseUrl ?? own?.url ?? '';
  if (own !== null) await migrate(databaseUrl);
  const traced = createTracedAdapters(options.tracing);
  const database = createDatabase({
    url: databaseUrl,
    poolMax: 8,
    applicationName: 'test-web',
    region: 'local',
    aroundStatement: traced.aroundStatement,
  });
  const redis =
    options.redisUrl === undefined ? undefined : createRedis(options.redisUrl, { autoPipelining: true });
  if (redis !== undefined)
    await once(redis, 'ready', { signal: AbortSignal.timeout(500) }).catch(() => undefined);
  const problems: { what: string; error: unknown }[] = [];
  const mails: Mail[] = [];
  const logLines: string[] = [];
  const real = createCodeSource({
    claim: () => database.idBlocks.claim(),
    key: 'test-key-of-32-characters-or-more',
    region: 'local',
  });
  const clicks = openClickStats(options.clickhouseUrl, traced.clickhouse);
  const container = createContainer({
    database,
    codes: options.codes?.(real) ?? real,
    cache: redis === undefined ? noLinkCache : traced.cache(createLinkCache(redis)),
    changes: redis === undefined ? noChangeChannel : traced.changes(createChangeChannel(redis)),
    stats: options.stats ?? clicks.stats,
    redis,
    tracing: options.tracing,
    report: (problem) => problems.push(problem),
    mail: options.mail ?? { post: (mail) => mails.push(mail), reaches: 'log' },
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.health === undefined ? {} : { health: options.health }),
    settings: {
      webUrl: 'http://brevia.test',
      shortUrlBase: 'http://s.test',
      authSecret: 'an-auth-secret-of-32-characters-or-more',
      allowAnonymous: true,
      guessesPerMinute: 10_000,
      limitPerUser: 100_000,
      limitAnonymous: 100_000,
      ...options.settings,
    },
  });
  const server = createServer({
    container,
    next: null,
    trusted: parseTrustedProxies(options.trustedProxies ?? '').trusted,
    dependencies: [{ name: 'store', required: true, check: () => database.ping() }],
    metrics: createMetrics(),
    log: pino({ level: 'info' }, { write: (line: string) => logLines.push(line) }),
    tracing: options.tracing,
    isDev: false,
  });
  const port = await listen(server, { name: 'WEB_PORT', port: 0, host: '127.0.0.1' });
  const close = async () => {
    server.startDraining();
    server.closeAllConnections();
    await server.drain();
    await database.close();
    await clicks.close();
    redis?.disconnect();
    await own?.drop();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    container,
    database,
    databaseUrl,
    redis,
    problems,
    mails,
    logLines,
    close,
    [Symbol.asyncDispose]: close,
  };
}

export type Web = Awaited<ReturnType<typeof startWeb>>;
