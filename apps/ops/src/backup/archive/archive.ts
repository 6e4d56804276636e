import type { Readable } from 'node:stream';

/** Where backups are kept: a folder, or a prefix in S3-compatible storage. Every method's errors name the place. */
export interface Archive {
  /** What the operator calls it. */
  readonly address: string;
  /** Names of the whole backups, oldest first. */
  list(): Promise<string[]>;
  /** Begins a backup, which nobody sees before it is published. */
  begin(name: string): Promise<Draft>;
  /** A file of a backup. Throws when there is none. */
  read(name: string, file: string): Promise<Readable>;
  remove(name: string): Promise<void>;
  /** Removes what interrupted backups that began before `before` left behind, and says how many. */
  sweepDrafts(before: Date): Promise<number>;
}

/** A backup that is being written. */
export interface Draft {
  /** Writes one file as it comes, in bounded memory. */
  write(file: string, body: Readable, signal: AbortSignal): Promise<void>;
  /** Writes the manifest, which makes it a backup. */
  publish(manifest: string): Promise<void>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

/** A backup is whole when it has this file, which is therefore written last. */
export const MANIFEST = 'manifest.json';

/** A backup that is missing, damaged or of no use, or a place that can't be used; the message says which. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** An error's message with what it is about in front of it. */
export function about(subject: string, error: unknown): BackupError {
  if (error instanceof BackupError) return error;
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return new BackupError(`${subject}: ${reason}`, { cause: error });
}
