import type { Archive } from './archive/archive.ts';
import type { Kind } from './archive/names.ts';
import { continueStreams, holdWorkers, type Streams } from './clicks/continue-streams.ts';
import { checkNoClicks, restoreClicks, type RestoredMonth } from './clicks/restore-clicks.ts';
import { restoreLinks, type RestoredTable } from './links/restore-links.ts';

/** What is restored into. */
export interface Target {
  readonly databaseUrl: () => Promise<string>;
  readonly clickhouseUrl: () => Promise<string>;
  /** The cluster of ClickHouse; missing: one server. */
  readonly clickhouseCluster?: string | undefined;
  readonly streams: Streams;
  readonly now: Date;
  readonly signal: AbortSignal;
}

export interface Restored {
  readonly links: RestoredTable[] | null;
  readonly clicks: { readonly months: RestoredMonth[]; readonly said: string[] } | null;
}

/** Restores the chosen backups; neither when either engine is not empty. */
export async function restoreBackups(
  archive: Archive,
  chosen: Partial<Record<Kind, string>>,
  { databaseUrl, clickhouseUrl, clickhouseCluster: cluster, streams, now, signal }: Target,
): Promise<Restored> {
  const clickhouse =
    chosen.clicks === undefined ? null : { clickhouseUrl: await clickhouseUrl(), cluster, signal };
  const release = clickhouse === null ? null : await holdWorkers(streams);
  try {
    if (clickhouse !== null) await checkNoClicks(clickhouse);
    const links =
      chosen.links === undefined
        ? null
        : await restoreLinks(archive, chosen.links, { databaseUrl: await databaseUrl(), now, signal });
    if (chosen.clicks === undefined || clickhouse === null) return { links, clicks: null };
    const { months, manifest } = await restoreClicks(archive, chosen.clicks, clickhouse);
    return { links, clicks: { months, said: await continueStreams(manifest.positions, streams) } };
  } finally {
    await release?.();
  }
}
