-- Visitors by hour, of a link and of a workspace: sets of 18-bit hashes (queries/sketch.ts) in the place of link_quarter. Granules of 128 rows,
-- since a read has to build every set of a granule. Parts of a day ago are merged to one: each costs a query as much as 100 sets.
-- Kept as long as raw clicks. Counting somebody twice changes nothing in a set, so that it may be filled again at any time.
CREATE TABLE IF NOT EXISTS {{local link_hour}} {{on_cluster}} (
  domain LowCardinality(String),
  code String,
  kind Enum8('human' = 0, 'bot' = 1, 'proxy' = 2),
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  visitors AggregateFunction(groupBitmap, UInt32)
)
ENGINE = {{engine AggregatingMergeTree}}
PARTITION BY toYYYYMM(hour)
ORDER BY (domain, code, kind, hour)
TTL hour + INTERVAL 25 MONTH
SETTINGS ttl_only_drop_parts = 1, {{window}} = 10000, index_granularity = 128, min_bytes_for_wide_part = 1073741824, {{merge_aged}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{local link_hour_feed}} {{on_cluster}} TO {{local link_hour}} AS
SELECT
  domain,
  code,
  kind,
  toStartOfHour(toDateTime(ts, 'UTC')) AS hour,
  groupBitmapState(toUInt32(intHash64(visitor) % 262144)) AS visitors
FROM {{local clicks}}
WHERE visitor != 0 AND kind != 'proxy'
GROUP BY domain, code, kind, hour;

CREATE TABLE IF NOT EXISTS {{local owner_hour}} {{on_cluster}} (
  owner String,
  kind Enum8('human' = 0, 'bot' = 1, 'proxy' = 2),
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  visitors AggregateFunction(groupBitmap, UInt32)
)
ENGINE = {{engine AggregatingMergeTree}}
PARTITION BY toYYYYMM(hour)
ORDER BY (owner, kind, hour)
TTL hour + INTERVAL 25 MONTH
SETTINGS ttl_only_drop_parts = 1, {{window}} = 10000, index_granularity = 128, min_bytes_for_wide_part = 1073741824, {{merge_aged}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{local owner_hour_feed}} {{on_cluster}} TO {{local owner_hour}} AS
SELECT
  owner,
  kind,
  toStartOfHour(toDateTime(ts, 'UTC')) AS hour,
  groupBitmapState(toUInt32(intHash64(visitor) % 262144)) AS visitors
FROM {{local clicks}}
WHERE visitor != 0 AND kind != 'proxy' AND owner != ''
GROUP BY owner, kind, hour;
