-- Distributed tables know the columns of the day they were made.
DROP TABLE IF EXISTS link_quarter {{on_cluster}};

DROP TABLE IF EXISTS link_day {{on_cluster}};
CREATE TABLE IF NOT EXISTS link_day {{on_cluster}} AS link_day_local
ENGINE = Distributed('{{cluster}}', currentDatabase(), link_day_local, cityHash64(domain, code));

DROP TABLE IF EXISTS owner_day {{on_cluster}};
CREATE TABLE IF NOT EXISTS owner_day {{on_cluster}} AS owner_day_local
ENGINE = Distributed('{{cluster}}', currentDatabase(), owner_day_local);
