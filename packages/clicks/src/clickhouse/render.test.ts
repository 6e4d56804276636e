import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderMigration } from './render.ts';

const dir = join(import.meta.dirname, 'schema');
const files = readdirSync(dir).sort();
const read = (name: string) => readFileSync(join(dir, name), 'utf8');

describe('the schema files', () => {
  it('are numbered without a gap', () => {
    expect(files.map((name) => Number(name.slice(0, 3)))).toEqual(files.map((_, index) => index + 1));
  });

  it('hold only statements that may run again after an interruption (C243)', () => {
    // A set that is filled again stays what it is, and what is made for this run alone is nowhere else.
    const repeatable =
      /^(CREATE (TABLE|MATERIALIZED VIEW) IF NOT EXISTS |DROP TABLE IF EXISTS |INSERT INTO (link_quarter|link_hour|owner_hour)\s|(CREATE TABLE|INSERT INTO|EXCHANGE TABLES) .*_next_r1(_local)?\b)/;
    for (const cluster of ['main', undefined]) {
      for (const name of files.filter((file) => cluster ?? !file.includes('.cluster.'))) {
        for (const statement of renderMigration(read(name), cluster, 'r1'))
          expect(statement, name).toMatch(repeatable);
      }
    }
  });

  it('copy rows only on a single server: no cluster is older than its tables of today', () => {
    const statements = (cluster: string | undefined) =>
      renderMigration(read('012_by_year.offline.sql'), cluster);
    const copies = (cluster: string | undefined) =>
      statements(cluster).filter((statement) => statement.startsWith('INSERT')).length;
    expect([copies(undefined), copies('main')]).toEqual([5, 0]);
    expect(statements('main').join()).toContain(
      'EXCHANGE TABLES link_day_local AND link_day_next_run_local ON CLUSTER',
    );
  });

  it('give every target of clicks a deduplication window, on one server and in a cluster', () => {
    for (const cluster of [undefined, 'main']) {
      const tables = files
        .filter((name) => /^(001|009|012)/.test(name))
        .flatMap((name) => renderMigration(read(name), cluster))
        .filter((statement) => statement.startsWith('CREATE TABLE'));
      expect(tables).toHaveLength(6);
      const setting = cluster
        ? /\breplicated_deduplication_window_seconds = 604800, replicated_deduplication_window = /
        : /\bnon_replicated_deduplication_window = /;
      for (const table of tables) expect(table).toMatch(setting);
    }
  });

  it('name the zone of every time, so that the server may stand anywhere (C127)', () => {
    for (const name of files) {
      expect(read(name).replace(/(DateTime64\(3, |toDateTime\(ts, |DateTime\()'UTC'\)/g, '')).not.toMatch(
        /DateTime/,
      );
      expect(read(name).replace(/toDate\((ts|hour), 'UTC'\)/g, '')).not.toMatch(/toDate\(/);
    }
  });

  it('make local replicated tables with distributed ones above them in a cluster', () => {
    const [table] = renderMigration(read('001_clicks.sql'), 'main');
    expect(table).toContain("clicks_local ON CLUSTER 'main'");
    expect(table).toContain('ENGINE = ReplicatedMergeTree\n');
    const [distributed] = renderMigration(read('005_distributed.cluster.sql'), 'main');
    expect(distributed).toContain(
      "Distributed('main', currentDatabase(), clicks_local, cityHash64(domain, code))",
    );
    expect(() => renderMigration(read('005_distributed.cluster.sql'), undefined)).toThrow(/clusters only/);
    expect(() => renderMigration('', "x' DROP")).toThrow(/odd name/);
  });
});
