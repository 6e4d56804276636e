CREATE TABLE IF NOT EXISTS link_hour {{on_cluster}} AS link_hour_local
ENGINE = Distributed('{{cluster}}', currentDatabase(), link_hour_local, cityHash64(domain, code));

-- No sharding key, as with owner_day.
CREATE TABLE IF NOT EXISTS owner_hour {{on_cluster}} AS owner_hour_local
ENGINE = Distributed('{{cluster}}', currentDatabase(), owner_hour_local);
