-- What a request with an Idempotency-Key is about to write, noted before it writes it (API-4).

ALTER TABLE idempotency_keys ADD COLUMN IF NOT EXISTS intent JSONB;
