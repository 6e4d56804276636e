import type { Me } from '@brevia/api';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { actorOf, callerFor, getContainer } from '../../server/caller.ts';
import { loginPath } from './next-path.ts';

export interface Viewer extends Me {
  /** Host of short links, as people read it. */
  readonly shortHost: string;
}

/** Who looks at this page, null when nobody is signed in. Asked once a request. */
export const getViewer = cache(async (): Promise<Viewer | null> => {
  const head = await headers();
  const actor = await actorOf(head);
  if (actor.kind !== 'user') return null;
  const me = await (await callerFor(head)).me.get();
  return { ...me, shortHost: getContainer().services.policy.shortUrlBase.replace(/^https?:\/\//, '') };
});

/** @param path of the page that asks, to come back to after signing in */
export async function requireViewer(path: string): Promise<Viewer> {
  return (await getViewer()) ?? redirect(loginPath(path));
}

/** The procedures as this page's visitor may call them. */
export async function callProcedures() {
  return callerFor(await headers());
}

/** The session of this page as the store holds it now, past the few seconds that `getViewer` may remember. */
export async function readSession() {
  const found = await getContainer().auth.api.getSession({ headers: await headers() });
  if (found === null) return null;
  const { emailVerified, twoFactorEnabled } = found.user;
  return { id: found.session.id, twoFactorEnabled: twoFactorEnabled === true, emailVerified };
}
