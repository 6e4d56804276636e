-- Links (LINK-1), custom aliases without regard to case (ALIAS-1), and the blocks that codes are counted from (CODE-2).

CREATE TABLE IF NOT EXISTS links (
  domain TEXT NOT NULL,
  code TEXT NOT NULL,
  long_url TEXT NOT NULL,
  workspace_id TEXT,
  creator_id TEXT,
  title TEXT,
  notes TEXT,
  tags TEXT[] NOT NULL DEFAULT '{}',
  permanent BOOLEAN NOT NULL DEFAULT FALSE,
  forward_query BOOLEAN NOT NULL DEFAULT FALSE,
  enabled BOOLEAN NOT NULL DEFAULT TRUE,
  is_custom BOOLEAN NOT NULL DEFAULT FALSE,
  expires_at TIMESTAMPTZ(3),
  deleted_at TIMESTAMPTZ(3),
  purged_at TIMESTAMPTZ(3),
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  version BIGINT NOT NULL DEFAULT 1,
  create_key UUID NOT NULL,
  search_text TEXT,
  search_keys INT4[] NOT NULL DEFAULT '{}',
  CONSTRAINT links_pkey PRIMARY KEY (domain, code),
  CONSTRAINT links_long_url_length CHECK (char_length(long_url) <= 2048),
  CONSTRAINT links_purged_is_deleted CHECK (purged_at IS NULL OR deleted_at IS NOT NULL)
);

CREATE TABLE IF NOT EXISTS aliases (
  domain TEXT NOT NULL,
  folded TEXT NOT NULL,
  code TEXT NOT NULL,
  CONSTRAINT aliases_pkey PRIMARY KEY (domain, folded)
);

CREATE TABLE IF NOT EXISTS id_blocks (
  region TEXT NOT NULL,
  next BIGINT NOT NULL,
  max BIGINT NOT NULL,
  CONSTRAINT id_blocks_pkey PRIMARY KEY (region),
  CONSTRAINT id_blocks_in_range CHECK (next >= 0 AND next <= max)
);
