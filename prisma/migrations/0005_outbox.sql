-- Changes on their way to every cache, and the leases of jobs that one process does for all.

CREATE TABLE IF NOT EXISTS outbox (
  region TEXT NOT NULL,
  shard INT4 NOT NULL,
  created_at TIMESTAMPTZ(6) NOT NULL DEFAULT now(),
  id UUID NOT NULL DEFAULT gen_random_uuid(),
  change JSONB NOT NULL,
  CONSTRAINT outbox_pkey PRIMARY KEY (region, shard, created_at, id)
);
