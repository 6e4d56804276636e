/** Who is signed in, and the workspaces they may use. */
export interface Me {
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly isAdmin: boolean;
  };
  /** The workspace that lists read and new links go to. */
  readonly workspaceId: string;
  readonly workspaces: readonly WorkspaceDto[];
}

export interface WorkspaceDto {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly role: string;
}
