-- What admins keep out (API-6, ALIAS-2), and answers kept for repeated requests (API-4).

CREATE TABLE IF NOT EXISTS blocked_domains (
  host TEXT NOT NULL,
  reason TEXT,
  created_by TEXT,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT blocked_domains_pkey PRIMARY KEY (host)
);

CREATE TABLE IF NOT EXISTS reserved_words (
  word TEXT NOT NULL,
  created_by TEXT,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT reserved_words_pkey PRIMARY KEY (word)
);

CREATE TABLE IF NOT EXISTS idempotency_keys (
  actor TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  answer JSONB,
  locked_until TIMESTAMPTZ(3) NOT NULL,
  expires_at TIMESTAMPTZ(3) NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (actor, key)
);

