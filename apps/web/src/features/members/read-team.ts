import { headers } from 'next/headers';
import { getContainer } from '../../server/caller.ts';
import { readSession, type Viewer } from '../auth/viewer.ts';
import { mayManage, toRole, type Team } from './team.ts';

/** More than the server lets into a workspace. */
const EVERYBODY = 1_000;

/** The workspace of this page's visitor, as the store holds it now. */
export async function readTeam(viewer: Viewer): Promise<Team> {
  const { auth, mailReaches } = getContainer();
  const { api } = auth;
  const head = await headers();
  const organizationId = viewer.workspaceId;
  const found = await api.listMembers({ headers: head, query: { organizationId, limit: EVERYBODY } });
  const members = found.members.map(({ id, userId, role, user }) => ({
    id,
    userId,
    name: user.name,
    email: user.email,
    role: toRole(role),
  }));
  const role = members.find(({ userId }) => userId === viewer.user.id)?.role ?? 'member';
  const invitations = mayManage(role)
    ? await api.listInvitations({ headers: head, query: { organizationId } })
    : [];
  return {
    workspaceId: organizationId,
    members,
    invitations: invitations
      .filter(({ status, expiresAt }) => status === 'pending' && expiresAt.getTime() > Date.now())
      .map(({ id, email, role: given, expiresAt }) => ({ id, email, role: toRole(given), expiresAt })),
    me: { userId: viewer.user.id, role },
    invitesBy:
      mailReaches !== 'people'
        ? 'link'
        : (await readSession())?.emailVerified === true
          ? 'mail'
          : 'link-until-confirmed',
  };
}

/** An invitation as its recipient sees it; `foreign` when it is for another address, `gone` when it works no more. */
export async function readInvitation(
  id: string,
): Promise<{ workspace: string; inviter: string } | 'foreign' | 'gone'> {
  try {
    const found = await getContainer().auth.api.getInvitation({ headers: await headers(), query: { id } });
    return { workspace: found.organizationName, inviter: found.inviterEmail };
  } catch (error) {
    // Its class is that of another module graph, so `instanceof` would not know it.
    const { statusCode } = error as { statusCode?: unknown };
    if (statusCode === 403) return 'foreign';
    if (statusCode === 400 || statusCode === 404) return 'gone';
    throw error;
  }
}
