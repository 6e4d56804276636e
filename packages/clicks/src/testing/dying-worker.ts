import { createClickHouse, createRowStore } from '../clickhouse/client.ts';
import { createAgentReader } from '../ingest/agent.ts';
import type { RowStore } from '../ingest/ports.ts';
import { createProgressBoard } from '../ingest/progress.ts';
import { createKafkaSource } from '../kafka/source.ts';
import { createSpoolSource } from '../spool/source.ts';

/** Where in the life of a batch the worker gets SIGKILL: announced but not inserted, on the wire, inserted but not committed. */
export type Death = 'announced' | 'inserting' | 'inserted';

export interface DyingWorker {
  readonly clickhouseUrl: string;
  readonly stream:
    { readonly dir: string } | { readonly brokers: string; readonly topic: string; readonly groupId: string };
  readonly dies: Death;
  /** In which insert of its life, from 1. */
  readonly at: number;
  readonly maxRows: number;
}

/** A process that ingests as the worker does, and kills itself. Its one argument is a DyingWorker as JSON. */
async function live({ clickhouseUrl, stream, dies, at, maxRows }: DyingWorker): Promise<void> {
  const client = createClickHouse({ url: clickhouseUrl, application: 'brevia-test' });
  const store = createRowStore(client);
  let inserts = 0;
  const rows: RowStore = {
    ...store,
    insert: async (text, token) => {
      inserts += 1;
      if (inserts === at && dies === 'announced') process.kill(process.pid, 'SIGKILL');
      const done = store.insert(text, token);
      if (inserts === at && dies === 'inserting') setTimeout(() => process.kill(process.pid, 'SIGKILL'), 3);
      await done;
      if (inserts === at) process.kill(process.pid, 'SIGKILL');
    },
  };
  const source =
    'dir' in stream
      ? createSpoolSource({ dir: stream.dir })
      : createKafkaSource({
          brokers: [stream.brokers],
          topics: [stream.topic],
          groupId: stream.groupId,
          partitions: 1,
          sessionMs: 6_000,
        });
  await source.run({
    rows,
    observer: { inserted: () => undefined, retried: () => undefined, died: () => undefined },
    progress: createProgressBoard(client, () => true),
    agentCells: createAgentReader(),
    maxRows,
  });
}

await live(JSON.parse(process.argv[2] ?? '') as DyingWorker);
