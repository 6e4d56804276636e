import { adminRouter } from './admin-router.ts';
import { keyRouter } from './key-router.ts';
import { linkRouter } from './link-router.ts';
import { meRouter } from './me-router.ts';
import { statsRouter } from './stats-router.ts';
import { t } from './init.ts';

/** Every procedure there is: the dashboard calls them through /api/trpc, REST through a caller. */
export const appRouter = t.router({
  links: linkRouter,
  stats: statsRouter,
  apiKeys: keyRouter,
  me: meRouter,
  admin: adminRouter,
});
export type AppRouter = typeof appRouter;

/** Calls procedures without HTTP: for REST and for server components. */
export const createCaller = t.createCallerFactory(appRouter);
