import { test as base } from '@playwright/test';
import { startBox, temporaryDataDir, type Box, type BoxOptions } from './box.ts';
import { killAll } from './processes.ts';

/** A data folder for the boxes of one test. */
export interface OwnBox {
  dataDir: string;
  start: (options?: Omit<BoxOptions, 'dataDir'>) => Promise<Box>;
}

/** Gives a test a data folder of its own; whatever still runs on it when the test ends, however it ends, is killed. */
export const test = base.extend<{ own: OwnBox }>({
  own: async ({}, use) => {
    const folder = temporaryDataDir();
    await use({ dataDir: folder.path, start: (options) => startBox({ ...options, dataDir: folder.path }) });
    killAll(folder.path);
    folder.remove();
  },
});
