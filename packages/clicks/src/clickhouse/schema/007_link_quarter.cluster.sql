CREATE TABLE IF NOT EXISTS link_quarter {{on_cluster}} AS link_quarter_local
ENGINE = Distributed('{{cluster}}', currentDatabase(), link_quarter_local, cityHash64(domain, code));
