-- Workspaces (better-auth's organization plugin), their members, and the API keys that act for them.

CREATE TABLE IF NOT EXISTS workspaces (
  id TEXT NOT NULL DEFAULT gen_random_uuid()::TEXT,
  name TEXT NOT NULL,
  slug TEXT NOT NULL,
  logo TEXT,
  metadata TEXT,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT workspaces_pkey PRIMARY KEY (id),
  CONSTRAINT workspaces_slug_key UNIQUE (slug)
);

CREATE TABLE IF NOT EXISTS members (
  id TEXT NOT NULL DEFAULT gen_random_uuid()::TEXT,
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  role TEXT NOT NULL DEFAULT 'member',
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT members_pkey PRIMARY KEY (id),
  CONSTRAINT members_workspace_user_key UNIQUE (workspace_id, user_id),
  CONSTRAINT members_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
  CONSTRAINT members_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX IF NOT EXISTS members_user_idx ON members (user_id);

CREATE TABLE IF NOT EXISTS invitations (
  id TEXT NOT NULL DEFAULT gen_random_uuid()::TEXT,
  workspace_id TEXT NOT NULL,
  email TEXT NOT NULL,
  role TEXT,
  status TEXT NOT NULL DEFAULT 'pending',
  expires_at TIMESTAMPTZ(3) NOT NULL,
  inviter_id TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT invitations_pkey PRIMARY KEY (id),
  CONSTRAINT invitations_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
  CONSTRAINT invitations_inviter_fkey FOREIGN KEY (inviter_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX IF NOT EXISTS invitations_workspace_idx ON invitations (workspace_id);

CREATE INDEX IF NOT EXISTS invitations_email_idx ON invitations (email);

CREATE TABLE IF NOT EXISTS api_keys (
  id TEXT NOT NULL DEFAULT gen_random_uuid()::TEXT,
  hash TEXT NOT NULL,
  prefix TEXT NOT NULL,
  name TEXT NOT NULL,
  scopes TEXT[] NOT NULL,
  user_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  expires_at TIMESTAMPTZ(3),
  revoked_at TIMESTAMPTZ(3),
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_hash_key UNIQUE (hash),
  CONSTRAINT api_keys_hash_is_sha256 CHECK (char_length(hash) = 64)
);

CREATE INDEX IF NOT EXISTS api_keys_workspace_idx ON api_keys (workspace_id);

CREATE INDEX IF NOT EXISTS api_keys_user_idx ON api_keys (user_id);
