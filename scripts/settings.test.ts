import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name ?? '');

const ofApps = readdirSync(join(root, 'apps'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /^\w+\/src\/(server\/)?(env|config|settings)\.ts$/.test(path))
  .map((path) => `apps/${path}`);
const declared = ['packages/core/src/settings/app-settings.ts', ...ofApps].flatMap((path) =>
  namesIn(read(path), /^ {2}([A-Z][A-Z_]+):/gm),
);
const explained = namesIn(read('.env.example'), /^# ([A-Z][A-Z_]+)=/gm);

test('.env.example explains every setting that an app declares, and no other', () => {
  expect([...new Set(explained)].sort()).toEqual([...new Set(declared)].sort());
});

test('.env.example says nothing twice', () => {
  expect(explained).toHaveLength(new Set(explained).size);
});
