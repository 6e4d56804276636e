import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findMigrations } from '../migrate/files.ts';
import { REGION_CHARACTERS } from './region-characters.ts';

it('the CockroachDB script computes the home of a link from the same characters as the generators use', async () => {
  const script = await readFile(join(findMigrations(), '..', 'cockroachdb', '0001_regions.sql'), 'utf8');
  const table = script.slice(
    script.indexOf('ALTER TABLE links ADD COLUMN home'),
    script.indexOf('ALTER TABLE links SET'),
  );
  const bounds = [...table.matchAll(/WHEN code < '(\w)' THEN '([\w-]+)'/g)].map(
    (match) => [match[1]!, match[2]!] as const,
  );
  const last = /ELSE '([\w-]+)'/.exec(table)![1]!;
  const homeOf = (code: string) => bounds.find(([bound]) => code < bound)?.[1] ?? last;
  for (const [region, characters] of Object.entries(REGION_CHARACTERS)) {
    for (const character of characters) expect([character, homeOf(character)]).toEqual([character, region]);
  }
});
