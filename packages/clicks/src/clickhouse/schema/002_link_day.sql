-- One row a link, UTC day and kind of client once merged. `quarters` counts the 96 quarter hours of the UTC day: every zone's
-- offset is a whole number of them, so that the days of any zone can be put together exactly.
CREATE TABLE IF NOT EXISTS {{local link_day}} {{on_cluster}} (
  domain LowCardinality(String),
  code String,
  day Date,
  kind Enum8('human' = 0, 'bot' = 1, 'proxy' = 2),
  clicks SimpleAggregateFunction(sum, UInt64),
  visitors AggregateFunction(uniqCombined(14), Nullable(UInt64)),
  quarters SimpleAggregateFunction(sumMap, Map(UInt8, UInt64)),
  countries SimpleAggregateFunction(sumMap, Map(String, UInt64)),
  referrers SimpleAggregateFunction(sumMap, Map(String, UInt64)),
  browsers SimpleAggregateFunction(sumMap, Map(String, UInt64)),
  systems SimpleAggregateFunction(sumMap, Map(String, UInt64)),
  devices SimpleAggregateFunction(sumMap, Map(String, UInt64)),
  languages SimpleAggregateFunction(sumMap, Map(String, UInt64))
)
ENGINE = {{engine AggregatingMergeTree}}
PARTITION BY toYYYYMM(day)
ORDER BY (domain, code, day, kind)
SETTINGS {{window}} = 10000, index_granularity = 512;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{local link_day_feed}} {{on_cluster}} TO {{local link_day}} AS
SELECT
  domain,
  code,
  toDate(ts, 'UTC') AS day,
  kind,
  count() AS clicks,
  uniqCombinedState(14)(nullIf(visitor, 0)) AS visitors,
  sumMap(map(toUInt8(intDiv(toUnixTimestamp(ts) % 86400, 900)), toUInt64(1))) AS quarters,
  sumMap(map(toString(country), toUInt64(1))) AS countries,
  sumMap(map(referrer, toUInt64(1))) AS referrers,
  sumMap(map(toString(browser), toUInt64(1))) AS browsers,
  sumMap(map(toString(os), toUInt64(1))) AS systems,
  sumMap(map(toString(device), toUInt64(1))) AS devices,
  sumMap(map(toString(language), toUInt64(1))) AS languages
FROM {{local clicks}}
GROUP BY domain, code, day, kind;
