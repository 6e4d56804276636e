/** A wrong command line; the message says what is wrong, and the usage follows. */
export class UsageError extends Error {}

export const usage = `npm run ops -- <command>

  migrate                              bring the link store and ClickHouse to this version's schema
  user create --email E [--name N] [--password P] [--admin]
                                       make an account; without --password a random one is printed
  user password --email E [--password P]
                                       set a forgotten password; without --password a random one is printed
  api-key create --email E [--scopes links:read,links:write,stats:read] [--name N] [--expires 2027-01-31]
                                       make an API key for the account's own workspace; it is printed once
  reconcile [--days N] [--report-only]
                                       compare raw clicks with the roll-ups of the last N closed days (default 3), and
                                       rebuild a day that differs
  backup [--to PLACE] [--only links|clicks]
                                       back up the link store and the clicks, and remove backups past their time
  restore [--from PLACE] [--backup NAME] [--only links|clicks]
                                       bring empty engines to the state of the newest backups, or of the one named
  drill [--from PLACE] [--backup NAME] [--only links|clicks]
                                       restore into fresh engines, compare everything, and remove them

A PLACE is a folder or s3://bucket/prefix (default: BACKUP_TO, else the folder backups in DATA_DIR).

The engines are those of DATABASE_URL and CLICKHOUSE_URL (a cluster: with its name in CLICKHOUSE_CLUSTER), else those of the box that runs on DATA_DIR (default .data),
else the embedded ones of DATA_DIR are started for the command.`;
