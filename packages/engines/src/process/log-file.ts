import { closeSync, copyFileSync, mkdirSync, openSync, readSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

const MAX_BYTES = 10 * 1024 * 1024;
const CHECK_EVERY_MS = 30_000;

/** A server's log: appended to by the server itself, kept under about 20 MiB together with its predecessor `.1`. */
export interface LogFile {
  path: string;
  fd: number;
  /** The last lines that were written since this log was opened. */
  tail(lines?: number): string;
  close(): void;
}

/**
 * Opens `<logDir>/<name>.log` for appending.
 * It is rotated by copy and truncate, since the server holds the file open; in append mode it goes on at the new end.
 */
export function openLog(logDir: string, name: string, maxBytes: number = MAX_BYTES): LogFile {
  mkdirSync(logDir, { recursive: true });
  const path = join(logDir, `${name}.log`);
  const fd = openSync(path, 'a', 0o600);
  let start = 0;
  const rotate = () => {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= maxBytes) return;
    copyFileSync(path, `${path}.1`);
    truncateSync(path);
    start = 0;
  };
  rotate();
  start = statSync(path).size;
  const timer = setInterval(rotate, CHECK_EVERY_MS).unref();
  return {
    path,
    fd,
    tail: (lines = 20) => readFrom(path, start).trimEnd().split('\n').slice(-lines).join('\n'),
    close: () => {
      clearInterval(timer);
      closeSync(fd);
    },
  };
}

function readFrom(path: string, start: number): string {
  const end = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const length = Math.min(end - start, 64 * 1024);
  if (length <= 0) return '';
  const bytes = Buffer.alloc(length);
  const fd = openSync(path, 'r');
  try {
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, length, end - length));
  } finally {
    closeSync(fd);
  }
}
