-- The clicks from before 006. What its view has added meanwhile is added again without harm, as is all of it by a second run.
INSERT INTO link_quarter
SELECT
  domain,
  code,
  kind,
  toStartOfFifteenMinutes(toDateTime(ts, 'UTC')) AS quarter,
  groupBitmapState(toUInt32(intHash64(visitor) % 262144)) AS visitors
FROM clicks
WHERE visitor != 0 AND kind != 'proxy'
GROUP BY domain, code, kind, quarter
SETTINGS insert_deduplicate = 0, max_bytes_before_external_group_by = 268435456;
