-- Only in a cluster: what the worker inserts into and the queries read from. A link lives on one shard.
CREATE TABLE IF NOT EXISTS clicks {{on_cluster}} AS clicks_local
ENGINE = Distributed('{{cluster}}', currentDatabase(), clicks_local, cityHash64(domain, code));

CREATE TABLE IF NOT EXISTS link_day {{on_cluster}} AS link_day_local
ENGINE = Distributed('{{cluster}}', currentDatabase(), link_day_local, cityHash64(domain, code));

-- No sharding key: a workspace's rows are where its links are, on every shard, and optimize_skip_unused_shards believes a key.
CREATE TABLE IF NOT EXISTS owner_day {{on_cluster}} AS owner_day_local
ENGINE = Distributed('{{cluster}}', currentDatabase(), owner_day_local);

CREATE TABLE IF NOT EXISTS owner_link_day {{on_cluster}} AS owner_link_day_local
ENGINE = Distributed('{{cluster}}', currentDatabase(), owner_link_day_local, cityHash64(domain, code));

CREATE TABLE IF NOT EXISTS ingest_progress {{on_cluster}} AS ingest_progress_local
ENGINE = Distributed('{{cluster}}', currentDatabase(), ingest_progress_local, cityHash64(adapter, stream));
