-- The same by workspace, for overviews. Links of nobody are left out. The links themselves are a table of their own: a
-- map of them in one row would grow with the workspace.
CREATE TABLE IF NOT EXISTS {{local owner_day}} {{on_cluster}} (
  owner String,
  day Date,
  kind Enum8('human' = 0, 'bot' = 1, 'proxy' = 2),
  clicks SimpleAggregateFunction(sum, UInt64),
  visitors AggregateFunction(uniqCombined(14), Nullable(UInt64)),
  quarters SimpleAggregateFunction(sumMap, Map(UInt8, UInt64)),
  countries SimpleAggregateFunction(sumMap, Map(String, UInt64))
)
ENGINE = {{engine AggregatingMergeTree}}
PARTITION BY toYYYYMM(day)
ORDER BY (owner, day, kind)
SETTINGS {{window}} = 10000, index_granularity = 512;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{local owner_day_feed}} {{on_cluster}} TO {{local owner_day}} AS
SELECT
  owner,
  toDate(ts, 'UTC') AS day,
  kind,
  count() AS clicks,
  uniqCombinedState(14)(nullIf(visitor, 0)) AS visitors,
  sumMap(map(toUInt8(intDiv(toUnixTimestamp(ts) % 86400, 900)), toUInt64(1))) AS quarters,
  sumMap(map(toString(country), toUInt64(1))) AS countries
FROM {{local clicks}}
WHERE owner != ''
GROUP BY owner, day, kind;

CREATE TABLE IF NOT EXISTS {{local owner_link_day}} {{on_cluster}} (
  owner String,
  day Date,
  domain LowCardinality(String),
  code String,
  kind Enum8('human' = 0, 'bot' = 1, 'proxy' = 2),
  clicks UInt64
)
ENGINE = {{engine SummingMergeTree}}
PARTITION BY toYYYYMM(day)
ORDER BY (owner, day, domain, code, kind)
SETTINGS {{window}} = 10000, index_granularity = 512;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{local owner_link_day_feed}} {{on_cluster}} TO {{local owner_link_day}} AS
SELECT owner, toDate(ts, 'UTC') AS day, domain, code, kind, count() AS clicks
FROM {{local clicks}}
WHERE owner != ''
GROUP BY owner, day, domain, code, kind;
