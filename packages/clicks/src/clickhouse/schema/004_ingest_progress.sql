-- How far the workers are: every click that reached the stream before `complete_to` is counted. `last_updated` of the stats
-- comes from here.
CREATE TABLE IF NOT EXISTS {{local ingest_progress}} {{on_cluster}} (
  adapter LowCardinality(String),
  stream String,
  stream_partition UInt16,
  complete_to DateTime64(3, 'UTC'),
  written_at DateTime64(3, 'UTC')
)
ENGINE = {{engine ReplacingMergeTree(complete_to)}}
ORDER BY (adapter, stream, stream_partition);
