-- What only PostgreSQL knows. Run after the migrations, each time; changes no table, only how PostgreSQL looks after them.

-- New search keys wait in a list that each search has to read, and whoever fills it up sorts it in. The default of 4 MB made
-- single creates wait for seconds on a table of a million links; with 128 kB nobody waits, at the same cost in all.
ALTER INDEX links_search_idx SET (gin_pending_list_limit = 128);

-- The outbox is a queue: its rows live for a fraction of a second, and a share of its size says nothing about the dead ones.
ALTER TABLE outbox SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000);
