/**
 * The statements of a schema file for one server or for a cluster. Placeholders:
 *
 *   {{local clicks}}         clicks                | clicks_local (`clicks` itself is the Distributed table)
 *   {{engine MergeTree}}     MergeTree             | ReplicatedMergeTree, arguments kept
 *   {{next clicks}}          clicks_next_<run>     | clicks_next_<run>_local: a copy that only this run of the migration knows
 *   {{window}}               non_replicated_...    | replicated_deduplication_window, for as long as Kafka keeps clicks
 *   {{merge_aged}}           settings by which parts that are older than a day become one
 *   {{single}}               nothing               | leaves the statement out: no cluster has what it copies
 *   {{on_cluster}}           nothing               | ON CLUSTER '<name>'
 *   {{cluster}}              refused               | the name
 *
 * @param run names the copies, letters and digits
 * @throws when a placeholder is unknown, or the cluster's name is not a plain word.
 */
export function renderMigration(sql: string, cluster: string | undefined, run = 'run'): string[] {
  if (cluster !== undefined && !/^[\w-]+$/.test(cluster))
    throw new Error(`odd name of a cluster: ${cluster}`);
  const rendered = sql
    .replace(/^\s*--.*$/gm, '')
    .replace(/\{\{(\w+)(?: ([^}]+))?\}\}/g, (placeholder, word: string, argument = '') =>
      renderPlaceholder(placeholder, word, String(argument), cluster, run),
    );
  return rendered
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '' && !statement.startsWith(LEFT_OUT));
}

const LEFT_OUT = '(left out)';

/** A query pays for each part: so a roll-up has one of all days before yesterday, up to the size that ClickHouse merges at all. */
const MERGE_AGED =
  'min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 0, enable_max_bytes_limit_for_min_age_to_force_merge = 1';

/**
 * A window of replicated tables also ends after a time, an hour by default since ClickHouse 25: a worker that was away for longer
 * would have its announced batch counted twice. Seven days, as long as Kafka keeps clicks.
 */
const WINDOW_SECONDS = 7 * 86_400;

function renderPlaceholder(
  placeholder: string,
  word: string,
  argument: string,
  cluster: string | undefined,
  run: string,
): string {
  switch (word) {
    case 'local':
      return cluster === undefined ? argument : `${argument}_local`;
    case 'next':
      return `${argument}_next_${run}${cluster === undefined ? '' : '_local'}`;
    case 'single':
      return cluster === undefined ? '' : LEFT_OUT;
    case 'merge_aged':
      return MERGE_AGED;
    case 'engine':
      return cluster === undefined ? argument : `Replicated${argument}`;
    case 'window':
      return cluster === undefined
        ? 'non_replicated_deduplication_window'
        : `replicated_deduplication_window_seconds = ${WINDOW_SECONDS}, replicated_deduplication_window`;
    case 'on_cluster':
      return cluster === undefined ? '' : `ON CLUSTER '${cluster}'`;
    case 'cluster':
      if (cluster !== undefined) return cluster;
      throw new Error('this file is for clusters only');
    default:
      throw new Error(`unknown placeholder ${placeholder}`);
  }
}
