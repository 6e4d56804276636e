import { z } from 'zod';
import { readOptions } from '../options.ts';
import type { Program } from '../run.ts';
import { KINDS, type Kind } from './archive/names.ts';
import { chooseBackups } from './choose-backups.ts';
import { openPlace, type Place } from './open-place.ts';

const schema = z.object({
  from: z.string().min(1).optional(),
  backup: z.string().min(1).optional(),
  only: z.enum(KINDS).optional(),
});

/** The backups that the words of `restore` or `drill` mean, in their place. */
export async function findBackups(
  args: string[],
  program: Program,
): Promise<Place & { readonly chosen: Partial<Record<Kind, string>> }> {
  const text = { type: 'string' } as const;
  const options = readOptions(args, { from: text, backup: text, only: text }, schema);
  const place = await openPlace(options.from, program);
  return { ...place, chosen: await chooseBackups(place.archive, options) };
}
