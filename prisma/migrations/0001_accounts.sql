-- People and how they sign in (better-auth core, admin and two-factor plugins).

CREATE TABLE IF NOT EXISTS users (
  id TEXT NOT NULL DEFAULT gen_random_uuid()::TEXT,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  email_folded TEXT NOT NULL GENERATED ALWAYS AS (lower(email)) STORED,
  email_verified BOOLEAN NOT NULL DEFAULT FALSE,
  image TEXT,
  role TEXT DEFAULT 'user',
  banned BOOLEAN DEFAULT FALSE,
  ban_reason TEXT,
  ban_expires TIMESTAMPTZ(3),
  two_factor_enabled BOOLEAN DEFAULT FALSE,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_email_folded_key UNIQUE (email_folded)
);

CREATE TABLE IF NOT EXISTS sessions (
  id TEXT NOT NULL DEFAULT gen_random_uuid()::TEXT,
  token TEXT NOT NULL,
  user_id TEXT NOT NULL,
  expires_at TIMESTAMPTZ(3) NOT NULL,
  ip_address TEXT,
  user_agent TEXT,
  active_workspace_id TEXT,
  impersonated_by TEXT,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_token_key UNIQUE (token),
  CONSTRAINT sessions_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX IF NOT EXISTS sessions_user_idx ON sessions (user_id);

CREATE TABLE IF NOT EXISTS accounts (
  id TEXT NOT NULL DEFAULT gen_random_uuid()::TEXT,
  account_id TEXT NOT NULL,
  provider_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  access_token TEXT,
  refresh_token TEXT,
  id_token TEXT,
  access_token_expires_at TIMESTAMPTZ(3),
  refresh_token_expires_at TIMESTAMPTZ(3),
  scope TEXT,
  password TEXT,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_provider_account_key UNIQUE (provider_id, account_id),
  CONSTRAINT accounts_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX IF NOT EXISTS accounts_user_idx ON accounts (user_id);

CREATE TABLE IF NOT EXISTS verifications (
  id TEXT NOT NULL DEFAULT gen_random_uuid()::TEXT,
  identifier TEXT NOT NULL,
  value TEXT NOT NULL,
  expires_at TIMESTAMPTZ(3) NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT verifications_pkey PRIMARY KEY (id)
);

CREATE INDEX IF NOT EXISTS verifications_identifier_idx ON verifications (identifier);

CREATE TABLE IF NOT EXISTS two_factors (
  id TEXT NOT NULL DEFAULT gen_random_uuid()::TEXT,
  secret TEXT NOT NULL,
  backup_codes TEXT NOT NULL,
  user_id TEXT NOT NULL,
  verified BOOLEAN DEFAULT TRUE,
  failed_verification_count INT4 DEFAULT 0,
  locked_until TIMESTAMPTZ(3),
  CONSTRAINT two_factors_pkey PRIMARY KEY (id),
  CONSTRAINT two_factors_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX IF NOT EXISTS two_factors_user_idx ON two_factors (user_id);

CREATE TABLE IF NOT EXISTS auth_rate_limits (
  id TEXT NOT NULL DEFAULT gen_random_uuid()::TEXT,
  key TEXT NOT NULL,
  count INT4 NOT NULL,
  last_request BIGINT NOT NULL,
  CONSTRAINT auth_rate_limits_pkey PRIMARY KEY (id),
  CONSTRAINT auth_rate_limits_key_key UNIQUE (key)
);
