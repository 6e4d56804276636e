export const KINDS = ['links', 'clicks'] as const;

/** What a backup holds: the link store, or the clicks of ClickHouse. */
export type Kind = (typeof KINDS)[number];

const NAME = /^(links|clicks)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;

/** The name of a backup that begins at `at`: names of a kind sort by their time. */
export function backupName(kind: Kind, at: Date): string {
  return `${kind}-${at.toISOString().replace(/[-:.]/g, '')}`;
}

/** What a name says; null for a name that is not ours. */
export function parseName(name: string): { kind: Kind; at: Date } | null {
  const match = NAME.exec(name);
  if (match === null) return null;
  const [, kind, year, month, day, hour, minute, second, ms] = match;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(at.getTime()) ? null : { kind: kind as Kind, at };
}

/** Backups by their time, others left out. */
export function sortNames(names: readonly string[]): string[] {
  const timeOf = (name: string) => parseName(name)?.at.getTime() ?? 0;
  return names.filter((name) => parseName(name) !== null).sort((a, b) => timeOf(a) - timeOf(b));
}
