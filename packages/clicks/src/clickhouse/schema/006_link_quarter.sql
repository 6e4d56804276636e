-- Visitors of a link by quarter of an hour: sets of 18-bit hashes (queries/sketch.ts), so that the hours and days of any zone are put
-- together from a few thousand rows where there are millions of raw clicks. Kept as long as those. Counting somebody twice
-- changes nothing in a set, so that it may be filled again at any time.
CREATE TABLE IF NOT EXISTS {{local link_quarter}} {{on_cluster}} (
  domain LowCardinality(String),
  code String,
  kind Enum8('human' = 0, 'bot' = 1, 'proxy' = 2),
  quarter DateTime('UTC') CODEC(Delta, ZSTD(1)),
  visitors AggregateFunction(groupBitmap, UInt32)
)
ENGINE = {{engine AggregatingMergeTree}}
PARTITION BY toYYYYMM(quarter)
ORDER BY (domain, code, kind, quarter)
TTL quarter + INTERVAL 25 MONTH
SETTINGS ttl_only_drop_parts = 1, {{window}} = 10000, index_granularity = 1024;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{local link_quarter_feed}} {{on_cluster}} TO {{local link_quarter}} AS
SELECT
  domain,
  code,
  kind,
  toStartOfFifteenMinutes(toDateTime(ts, 'UTC')) AS quarter,
  groupBitmapState(toUInt32(intHash64(visitor) % 262144)) AS visitors
FROM {{local clicks}}
WHERE visitor != 0 AND kind != 'proxy'
GROUP BY domain, code, kind, quarter;
