/** What a member may do, least first. */
export const ROLES = ['member', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export interface TeamMember {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

export interface TeamInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: Date;
}

/** The people of the workspace that the viewer works in. */
export interface Team {
  readonly workspaceId: string;
  readonly members: readonly TeamMember[];
  /** Open ones; none for those who may not invite. */
  readonly invitations: readonly TeamInvitation[];
  readonly me: { readonly userId: string; readonly role: Role };
  /** How an invitation gets to its recipient; by mail only in the name of a confirmed address. */
  readonly invitesBy: 'mail' | 'link' | 'link-until-confirmed';
}

/** Owners and admins invite, change roles and remove (WEB-4). */
export const mayManage = (role: Role): boolean => role !== 'member';

/** The roles that somebody may give: nobody makes an owner but an owner. */
export function rolesToGive(giver: Role): readonly Role[] {
  return giver === 'owner' ? ROLES : giver === 'admin' ? ['member', 'admin'] : [];
}

/** Whether somebody may change the role of another member, or remove them. An owner is for owners only. */
export function mayChange(me: Team['me'], member: TeamMember): boolean {
  return member.userId !== me.userId && rolesToGive(me.role).includes(member.role);
}

/** The store keeps roles as text; one that is not known is the least. */
export function toRole(text: string | null | undefined): Role {
  return ROLES.find((role) => role === text) ?? 'member';
}
