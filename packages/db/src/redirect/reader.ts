import type { LinkKey, RedirectLink } from '@brevia/core';
import pg from 'pg';

export interface RedirectReaderOptions {
  readonly url: string;
  readonly poolMax?: number;
  readonly dialect?: Dialect;
  readonly applicationName?: string;
  /** Milliseconds for a connection and for a statement: a visitor waits no longer for the store. */
  readonly timeoutMs?: number;
  /** Told of connections that broke while idle; they are replaced without further ado. */
  readonly onConnectionError?: (error: Error) => void;
}

/**
 * `postgresql` reads plainly. `cockroachdb` first asks the replica nearby for a state at most 10 s old, and the leaseholder
 * only when that finds nothing: a link that was just created is then found, and others cost no trip around the world.
 */
export type Dialect = 'postgresql' | 'cockroachdb';

/** The redirector's one question to the link store. Rejects when the store can't answer: that is never "unknown". */
export interface RedirectReader {
  find(key: LinkKey): Promise<RedirectLink | null>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

interface Row {
  readonly long_url: string;
  readonly workspace_id: string | null;
  readonly permanent: boolean;
  readonly forward_query: boolean;
  readonly enabled: boolean;
  readonly expires_at: Date | null;
  readonly version: string;
}

const SELECT =
  'SELECT long_url, workspace_id, permanent, forward_query, enabled, expires_at, version FROM links';
const WHERE = 'WHERE domain = $1 AND code = $2 AND deleted_at IS NULL';
const STRONG = { name: 'redirect', text: `${SELECT} ${WHERE}` };
const STALE = {
  name: 'redirect_nearby',
  // Bounded staleness allows one row by its primary key in a statement of its own: no more conditions than that. A row
  // that is deleted by now counts as not found, and the strong read decides.
  text: `${SELECT} AS OF SYSTEM TIME with_max_staleness('10s') ${WHERE}`,
};

/** A reader over its own small pool of `pg`, with prepared primary-key reads. Connects at the first question. */
export function createRedirectReader(options: RedirectReaderOptions): RedirectReader {
  const timeoutMs = options.timeoutMs ?? 1_500;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolMax ?? 8,
    application_name: options.applicationName ?? 'brevia-redirector',
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    // The server's own timeout is of no use when the network swallows packets.
    query_timeout: timeoutMs + 250,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    maxLifetimeSeconds: Math.round(1_800 * (0.8 + 0.4 * Math.random())),
  });
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', (error) => options.onConnectionError?.(error));
  const queries = options.dialect === 'cockroachdb' ? [STALE, STRONG] : [STRONG];

  return {
    async find({ domain, code }) {
      for (const query of queries) {
        const { rows } = await pool.query<Row>({ ...query, values: [domain, code] });
        if (rows[0] !== undefined) return toRedirectLink(domain, code, rows[0]);
      }
      return null;
    },
    async ping() {
      await pool.query('SELECT 1');
    },
    close: () => pool.end(),
  };
}

function toRedirectLink(domain: string, code: string, row: Row): RedirectLink {
  return {
    domain,
    code,
    longUrl: row.long_url,
    ownerId: row.workspace_id,
    permanent: row.permanent,
    forwardQuery: row.forward_query,
    enabled: row.enabled,
    expiresAt: row.expires_at?.getTime() ?? null,
    version: Number(row.version),
  };
}
