-- For CockroachDB only, after the migrations, once, by an operator. NOT RUN where this project was built: its binary could not be
-- had there. It is written from CockroachDB's documentation; try it on a staging cluster, then run the conformance tests with CRDB_URL.
-- The cluster's nodes must have been started with --locality=region=us-east, region=eu-west and region=ap-southeast.

ALTER DATABASE brevia SET PRIMARY REGION "us-east";
ALTER DATABASE brevia ADD REGION "eu-west";
ALTER DATABASE brevia ADD REGION "ap-southeast";
ALTER DATABASE brevia SURVIVE REGION FAILURE;

-- A link lives where the first character of its code says: a read by key plans one region, and an insert needs no check of
-- uniqueness elsewhere, because the region is computed from the key. The generators of each region make codes with their own
-- characters only (packages/db/src/ids/region-characters.ts: the same ranges, compared by a test).
ALTER TABLE links ADD COLUMN home crdb_internal_region NOT VISIBLE NOT NULL AS (
  CASE
    WHEN code < 'L' THEN 'us-east'
    WHEN code < 'g' THEN 'eu-west'
    ELSE 'ap-southeast'
  END::crdb_internal_region
) STORED;
ALTER TABLE links SET LOCALITY REGIONAL BY ROW AS home;

ALTER TABLE aliases ADD COLUMN home crdb_internal_region NOT VISIBLE NOT NULL AS (
  CASE
    WHEN folded < 'l' THEN 'us-east'
    WHEN folded < 'u' THEN 'eu-west'
    ELSE 'ap-southeast'
  END::crdb_internal_region
) STORED;
ALTER TABLE aliases SET LOCALITY REGIONAL BY ROW AS home;

-- One row or one queue a region, at home there; 'local' is the one box and has no business in a cluster.
ALTER TABLE id_blocks ADD COLUMN home crdb_internal_region NOT VISIBLE NOT NULL AS (
  CASE region WHEN 'eu-west' THEN 'eu-west' WHEN 'ap-southeast' THEN 'ap-southeast' ELSE 'us-east' END::crdb_internal_region
) STORED;
ALTER TABLE id_blocks SET LOCALITY REGIONAL BY ROW AS home;

ALTER TABLE outbox ADD COLUMN home crdb_internal_region NOT VISIBLE NOT NULL AS (
  CASE region WHEN 'eu-west' THEN 'eu-west' WHEN 'ap-southeast' THEN 'ap-southeast' ELSE 'us-east' END::crdb_internal_region
) STORED;
ALTER TABLE outbox SET LOCALITY REGIONAL BY ROW AS home;

-- Read by every request of every region, written rarely: fast everywhere to read, slow to write.
ALTER TABLE users SET LOCALITY GLOBAL;
ALTER TABLE workspaces SET LOCALITY GLOBAL;
ALTER TABLE members SET LOCALITY GLOBAL;
ALTER TABLE api_keys SET LOCALITY GLOBAL;
ALTER TABLE blocked_domains SET LOCALITY GLOBAL;
ALTER TABLE reserved_words SET LOCALITY GLOBAL;
