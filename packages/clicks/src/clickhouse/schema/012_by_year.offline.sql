-- The roll-ups by day anew: by year instead of by month, in compact parts, and with the day's visitors as a set of 18-bit hashes
-- beside the HyperLogLog. A query pays for each part it touches, not for its few rows: 90 days on 4 months of 4 parts each took 13 ms
-- where one part takes 3 (docs/decisions/statistics.md).
--
-- Rows are copied beside the table, which is then exchanged. What a worker inserted meanwhile would be left behind: hence `offline`. Names of
-- copies are those of this run, so that two runs at once do not write into the same one.
DROP TABLE IF EXISTS {{local link_quarter_feed}} {{on_cluster}};
DROP TABLE IF EXISTS {{local link_quarter}} {{on_cluster}} SETTINGS max_table_size_to_drop = 0;

CREATE TABLE {{next link_day}} {{on_cluster}} (
  domain LowCardinality(String),
  code String,
  day Date,
  kind Enum8('human' = 0, 'bot' = 1, 'proxy' = 2),
  clicks SimpleAggregateFunction(sum, UInt64),
  visitors AggregateFunction(uniqCombined(14), Nullable(UInt64)),
  visitor_set AggregateFunction(groupBitmap, UInt32),
  quarters SimpleAggregateFunction(sumMap, Map(UInt8, UInt64)),
  countries SimpleAggregateFunction(sumMap, Map(String, UInt64)),
  referrers SimpleAggregateFunction(sumMap, Map(String, UInt64)),
  browsers SimpleAggregateFunction(sumMap, Map(String, UInt64)),
  systems SimpleAggregateFunction(sumMap, Map(String, UInt64)),
  devices SimpleAggregateFunction(sumMap, Map(String, UInt64)),
  languages SimpleAggregateFunction(sumMap, Map(String, UInt64))
)
ENGINE = {{engine AggregatingMergeTree}}
PARTITION BY toYear(day)
ORDER BY (domain, code, day, kind)
SETTINGS {{window}} = 10000, index_granularity = 512, min_bytes_for_wide_part = 1073741824, {{merge_aged}};

CREATE TABLE {{next owner_day}} {{on_cluster}} (
  owner String,
  day Date,
  kind Enum8('human' = 0, 'bot' = 1, 'proxy' = 2),
  clicks SimpleAggregateFunction(sum, UInt64),
  visitors AggregateFunction(uniqCombined(14), Nullable(UInt64)),
  visitor_set AggregateFunction(groupBitmap, UInt32),
  quarters SimpleAggregateFunction(sumMap, Map(UInt8, UInt64)),
  countries SimpleAggregateFunction(sumMap, Map(String, UInt64))
)
ENGINE = {{engine AggregatingMergeTree}}
PARTITION BY toYear(day)
ORDER BY (owner, day, kind)
SETTINGS {{window}} = 10000, index_granularity = 512, min_bytes_for_wide_part = 1073741824, {{merge_aged}};

CREATE TABLE {{next owner_link_day}} {{on_cluster}} (
  owner String,
  day Date,
  domain LowCardinality(String),
  code String,
  kind Enum8('human' = 0, 'bot' = 1, 'proxy' = 2),
  clicks UInt64
)
ENGINE = {{engine SummingMergeTree}}
PARTITION BY toYear(day)
ORDER BY (owner, day, domain, code, kind)
SETTINGS {{window}} = 10000, index_granularity = 512, min_bytes_for_wide_part = 1073741824, {{merge_aged}};

{{single}} INSERT INTO {{next link_day}} (domain, code, day, kind, clicks, visitors, quarters, countries, referrers, browsers, systems, devices, languages)
SELECT domain, code, day, kind, clicks, visitors, quarters, countries, referrers, browsers, systems, devices, languages
FROM link_day
SETTINGS insert_deduplicate = 0, max_insert_threads = 1, max_partitions_per_insert_block = 0;

{{single}} INSERT INTO {{next link_day}} (domain, code, day, kind, visitor_set)
SELECT domain, code, toDate(hour, 'UTC') AS day, kind, groupBitmapMergeState(visitors) AS visitor_set
FROM link_hour
GROUP BY domain, code, day, kind
SETTINGS insert_deduplicate = 0, max_bytes_before_external_group_by = 268435456, max_partitions_per_insert_block = 0;

{{single}} INSERT INTO {{next owner_day}} (owner, day, kind, clicks, visitors, quarters, countries)
SELECT owner, day, kind, clicks, visitors, quarters, countries
FROM owner_day
SETTINGS insert_deduplicate = 0, max_insert_threads = 1, max_partitions_per_insert_block = 0;

{{single}} INSERT INTO {{next owner_day}} (owner, day, kind, visitor_set)
SELECT owner, toDate(hour, 'UTC') AS day, kind, groupBitmapMergeState(visitors) AS visitor_set
FROM owner_hour
GROUP BY owner, day, kind
SETTINGS insert_deduplicate = 0, max_bytes_before_external_group_by = 268435456, max_partitions_per_insert_block = 0;

{{single}} INSERT INTO {{next owner_link_day}}
SELECT owner, day, domain, code, kind, clicks
FROM owner_link_day
SETTINGS insert_deduplicate = 0, max_insert_threads = 1, max_partitions_per_insert_block = 0;

DROP TABLE IF EXISTS {{local link_day_feed}} {{on_cluster}};
EXCHANGE TABLES {{local link_day}} AND {{next link_day}} {{on_cluster}};
DROP TABLE IF EXISTS {{next link_day}} {{on_cluster}} SETTINGS max_table_size_to_drop = 0;
CREATE MATERIALIZED VIEW IF NOT EXISTS {{local link_day_feed}} {{on_cluster}} TO {{local link_day}} AS
SELECT
  domain,
  code,
  toDate(ts, 'UTC') AS day,
  kind,
  count() AS clicks,
  uniqCombinedState(14)(nullIf(visitor, 0)) AS visitors,
  groupBitmapStateIf(toUInt32(intHash64(visitor) % 262144), visitor != 0) AS visitor_set,
  sumMap(map(toUInt8(intDiv(toUnixTimestamp(ts) % 86400, 900)), toUInt64(1))) AS quarters,
  sumMap(map(toString(country), toUInt64(1))) AS countries,
  sumMap(map(referrer, toUInt64(1))) AS referrers,
  sumMap(map(toString(browser), toUInt64(1))) AS browsers,
  sumMap(map(toString(os), toUInt64(1))) AS systems,
  sumMap(map(toString(device), toUInt64(1))) AS devices,
  sumMap(map(toString(language), toUInt64(1))) AS languages
FROM {{local clicks}}
GROUP BY domain, code, day, kind;

DROP TABLE IF EXISTS {{local owner_day_feed}} {{on_cluster}};
EXCHANGE TABLES {{local owner_day}} AND {{next owner_day}} {{on_cluster}};
DROP TABLE IF EXISTS {{next owner_day}} {{on_cluster}} SETTINGS max_table_size_to_drop = 0;
CREATE MATERIALIZED VIEW IF NOT EXISTS {{local owner_day_feed}} {{on_cluster}} TO {{local owner_day}} AS
SELECT
  owner,
  toDate(ts, 'UTC') AS day,
  kind,
  count() AS clicks,
  uniqCombinedState(14)(nullIf(visitor, 0)) AS visitors,
  groupBitmapStateIf(toUInt32(intHash64(visitor) % 262144), visitor != 0) AS visitor_set,
  sumMap(map(toUInt8(intDiv(toUnixTimestamp(ts) % 86400, 900)), toUInt64(1))) AS quarters,
  sumMap(map(toString(country), toUInt64(1))) AS countries
FROM {{local clicks}}
WHERE owner != ''
GROUP BY owner, day, kind;

DROP TABLE IF EXISTS {{local owner_link_day_feed}} {{on_cluster}};
EXCHANGE TABLES {{local owner_link_day}} AND {{next owner_link_day}} {{on_cluster}};
DROP TABLE IF EXISTS {{next owner_link_day}} {{on_cluster}} SETTINGS max_table_size_to_drop = 0;
CREATE MATERIALIZED VIEW IF NOT EXISTS {{local owner_link_day_feed}} {{on_cluster}} TO {{local owner_link_day}} AS
SELECT owner, toDate(ts, 'UTC') AS day, domain, code, kind, count() AS clicks
FROM {{local clicks}}
WHERE owner != ''
GROUP BY owner, day, domain, code, kind;
