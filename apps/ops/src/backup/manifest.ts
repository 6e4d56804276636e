import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { about, BackupError, MANIFEST, type Archive } from './archive/archive.ts';
import { parseName, type Kind } from './archive/names.ts';
import { KEPT } from './links/tables.ts';

const FORMAT = 1;

const count = z.number().int().min(0);
const checksum = z.string().regex(/^[0-9a-f]{64}$/);
const fileName = z.string().regex(/^[a-z_]+(-\d{6})?\.[a-z]+\.[a-z]+$/);

const common = {
  format: z.literal(FORMAT),
  name: z.string(),
  /** The stores' state is that of this moment or a little later, never earlier. */
  takenAt: z.iso.datetime(),
  /** Version of the program that wrote it. */
  tool: z.string(),
};

const linksSchema = z.object({
  ...common,
  kind: z.literal('links'),
  /** The migrations that the store had, with their checksums. */
  migrations: z.array(z.object({ name: z.string().regex(/^[\w.]+$/), checksum: z.string() })),
  tables: z.array(
    z.object({
      table: z.enum(KEPT.map(({ name }) => name)),
      file: fileName,
      columns: z.array(z.string().regex(/^\w+$/)).min(1),
      rows: count,
      /** links/row-sum.ts */
      checksum,
    }),
  ),
});

const clicksSchema = z.object({
  ...common,
  kind: z.literal('clicks'),
  migrations: z.array(z.string()),
  files: z.array(
    z.object({
      table: z.string(),
      file: fileName,
      /** The calendar month in UTC, as 202612. */
      month: z.number().int(),
      rows: count,
      /** Of the rows: what `fingerprint` of clicks/tables.ts gives. */
      fingerprint: z.string(),
      /** SHA-256 of the file. */
      checksum,
    }),
  ),
  /** How far the raw clicks go in each stream: the first record that is not among them. */
  positions: z.array(z.object({ stream: z.string(), partition: count, next: count })),
});

export type LinksManifest = z.infer<typeof linksSchema>;
export type ClicksManifest = z.infer<typeof clicksSchema>;
export type LinksTable = LinksManifest['tables'][number];
export type ClicksFile = ClicksManifest['files'][number];

export const manifestHead = (name: string, takenAt: Date, tool: string) =>
  ({ format: FORMAT, name, takenAt: takenAt.toISOString(), tool }) as const;

/** The manifest of a backup of the link store. Throws BackupError when it is damaged or of another format. */
export const readLinksManifest = (archive: Archive, name: string): Promise<LinksManifest> =>
  readManifest(archive, name, 'links', linksSchema);

/** The same of a backup of the clicks. */
export const readClicksManifest = (archive: Archive, name: string): Promise<ClicksManifest> =>
  readManifest(archive, name, 'clicks', clicksSchema);

async function readManifest<T>(archive: Archive, name: string, kind: Kind, schema: z.ZodType<T>): Promise<T> {
  if (parseName(name)?.kind !== kind)
    throw new BackupError(`${name} is not the name of a backup of ${kind}.`);
  const subject = `${MANIFEST} of the backup ${name}`;
  let value: unknown;
  try {
    value = JSON.parse(await text(await archive.read(name, MANIFEST)));
  } catch (error) {
    throw about(subject, error);
  }
  const { format } = z.object({ format: z.number().optional() }).catch({}).parse(value);
  if (format !== undefined && format > FORMAT)
    throw new BackupError(`The backup ${name} was made by a newer version of Brevia (format ${format}).`);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new BackupError(`${subject} is damaged: ${problems.slice(0, 3).join('; ')}`);
}
