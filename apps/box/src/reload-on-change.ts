import { watch } from 'node:fs';
import type { Part } from './supervise/part.ts';

/** Editors write a file several times in a row. */
const QUIET_MS = 150;

/**
 * An app that is stopped and started again when a source file below one of the folders changes. That is no crash, so it
 * stays one life for the supervision; a start that fails ends it, and the supervision tries again.
 */
export async function reloadOnChange(launch: () => Promise<Part>, folders: readonly string[]): Promise<Part> {
  let current = await launch();
  let ending = false;
  let changed = false;
  let quiet: NodeJS.Timeout | undefined;
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_event, file) => {
      if (file === null || !isSource(file)) return;
      clearTimeout(quiet);
      quiet = setTimeout(() => {
        changed = true;
        void current.stop();
      }, QUIET_MS);
    }),
  );

  const live = async (): Promise<string> => {
    try {
      for (;;) {
        const reason = await current.exited;
        if (!changed || ending) return reason;
        changed = false;
        current = await launch();
        if (ending) await current.stop();
      }
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      clearTimeout(quiet);
      for (const watcher of watchers) watcher.close();
    }
  };
  const exited = live();
  const end = async (how: 'stop' | 'kill') => {
    ending = true;
    await current[how]();
    await exited;
  };
  return { exited, stop: () => end('stop'), kill: () => end('kill') };
}

function isSource(file: string): boolean {
  return (
    /\.(ts|tsx|sql|prisma)$/.test(file) &&
    !/\.test\.ts$|(^|\/)(generated|testing|node_modules|dist)\//.test(file)
  );
}
