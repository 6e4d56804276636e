/** The address that lets the recipient of an invitation in, on the site that the browser is at. */
export const invitationUrl = (id: string): string => `${window.location.origin}/join/${id}`;
