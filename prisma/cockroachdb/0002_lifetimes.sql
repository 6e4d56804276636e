-- For CockroachDB only, after 0001_regions.sql. NOT RUN where this project was built (see there).

-- Rows past their life are removed by the database; on PostgreSQL the worker and better-auth do that.
ALTER TABLE idempotency_keys SET (ttl_expiration_expression = 'expires_at', ttl_job_cron = '*/15 * * * *');
ALTER TABLE verifications SET (ttl_expiration_expression = 'expires_at', ttl_job_cron = '@hourly');
ALTER TABLE sessions SET (ttl_expiration_expression = 'expires_at', ttl_job_cron = '@hourly');

-- A queue: what was deleted must not be walked over for a day by everyone who reads its head.
ALTER TABLE outbox CONFIGURE ZONE USING gc.ttlseconds = 600;
