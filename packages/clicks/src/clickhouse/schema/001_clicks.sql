-- Raw clicks. ORDER BY (link, time): a link's clicks lie together. PARTITION BY month: daily partitions made cold links 5 to 7
-- times slower. The source columns are an audit: (stream, stream_partition, stream_offset, line) names each click once.
CREATE TABLE IF NOT EXISTS {{local clicks}} {{on_cluster}} (
  domain LowCardinality(String),
  code String,
  owner String CODEC(ZSTD(1)),
  ts DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  kind Enum8('human' = 0, 'bot' = 1, 'proxy' = 2),
  country LowCardinality(String),
  referrer String CODEC(ZSTD(1)),
  browser LowCardinality(String),
  os LowCardinality(String),
  device LowCardinality(String),
  language LowCardinality(String),
  region LowCardinality(String),
  visitor UInt64,
  stream LowCardinality(String),
  stream_partition UInt16 CODEC(ZSTD(1)),
  stream_offset UInt64 CODEC(Delta, ZSTD(1)),
  line UInt32 CODEC(Delta, ZSTD(1))
)
ENGINE = {{engine MergeTree}}
PARTITION BY toYYYYMM(ts)
ORDER BY (domain, code, ts)
TTL toDateTime(ts, 'UTC') + INTERVAL 25 MONTH
SETTINGS ttl_only_drop_parts = 1, {{window}} = 10000;
