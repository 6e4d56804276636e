-- The clicks from before 009. What the views have added meanwhile is added again without harm, as is all of it by a second run.
-- In a cluster, where owner_hour has no sharding key, there are none from before.
INSERT INTO link_hour
SELECT
  domain,
  code,
  kind,
  toStartOfHour(toDateTime(ts, 'UTC')) AS hour,
  groupBitmapState(toUInt32(intHash64(visitor) % 262144)) AS visitors
FROM clicks
WHERE visitor != 0 AND kind != 'proxy'
GROUP BY domain, code, kind, hour
SETTINGS insert_deduplicate = 0, max_bytes_before_external_group_by = 268435456, max_partitions_per_insert_block = 0;

{{single}} INSERT INTO owner_hour
SELECT
  owner,
  kind,
  toStartOfHour(toDateTime(ts, 'UTC')) AS hour,
  groupBitmapState(toUInt32(intHash64(visitor) % 262144)) AS visitors
FROM clicks
WHERE visitor != 0 AND kind != 'proxy' AND owner != ''
GROUP BY owner, kind, hour
SETTINGS insert_deduplicate = 0, max_bytes_before_external_group_by = 268435456, max_partitions_per_insert_block = 0;
