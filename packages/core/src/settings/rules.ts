import type { Rule } from './read.ts';

/** The embedded ClickHouse is one server: the name of a cluster without an address would end as an error of ClickHouse's. */
export const clusterHasAddress: Rule = (given) =>
  given['CLICKHOUSE_CLUSTER'] !== undefined && given['CLICKHOUSE_URL'] === undefined
    ? [
        'CLICKHOUSE_CLUSTER: names a cluster, and CLICKHOUSE_URL is missing: give the address of one of its servers',
      ]
    : [];
