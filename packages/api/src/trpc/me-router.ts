import { getMe } from '../workspaces/get-me.ts';
import { t } from './init.ts';
import { userProcedure } from './procedures.ts';

export const meRouter = t.router({
  get: userProcedure.query(getMe),
});
