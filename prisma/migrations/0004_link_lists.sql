-- The lists of a workspace (LINK-2). Anonymous links are in no list and cost no entry.

CREATE INDEX IF NOT EXISTS links_by_created_idx ON links (workspace_id, created_at DESC, code)
  WHERE workspace_id IS NOT NULL AND deleted_at IS NULL;

CREATE INDEX IF NOT EXISTS links_by_updated_idx ON links (workspace_id, updated_at DESC, code)
  WHERE workspace_id IS NOT NULL AND deleted_at IS NULL;

CREATE INDEX IF NOT EXISTS links_by_code_idx ON links (workspace_id, code)
  WHERE workspace_id IS NOT NULL AND deleted_at IS NULL;

CREATE INDEX IF NOT EXISTS links_deleted_idx ON links (workspace_id, created_at DESC, code)
  WHERE deleted_at IS NOT NULL;

CREATE INDEX IF NOT EXISTS links_disabled_idx ON links (workspace_id, created_at DESC, code)
  WHERE enabled = FALSE AND deleted_at IS NULL;

CREATE INDEX IF NOT EXISTS links_expiring_idx ON links (workspace_id, expires_at)
  WHERE expires_at IS NOT NULL AND deleted_at IS NULL;

CREATE INDEX IF NOT EXISTS links_search_idx ON links USING GIN (search_keys);
