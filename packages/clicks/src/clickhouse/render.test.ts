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
    for (const name of files) {
      for (const statement of renderMigration(read(name), 'main')) {
        // A set that is filled again stays what it is.
        expect(statement, name).toMatch(
          /^(CREATE (TABLE|MATERIALIZED VIEW) IF NOT EXISTS |INSERT INTO link_quarter\s)/,
        );
      }
    }
  });

  it('give every target of clicks a deduplication window, on one server and in a cluster', () => {
    for (const cluster of [undefined, 'main']) {
      const tables = files
        .filter((name) => /00[1236]/.test(name))
        .flatMap((name) => renderMigration(read(name), cluster))
        .filter((statement) => statement.startsWith('CREATE TABLE'));
      expect(tables).toHaveLength(5);
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
      expect(read(name).replace(/toDate\(ts, 'UTC'\)/g, '')).not.toMatch(/toDate\(/);
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
