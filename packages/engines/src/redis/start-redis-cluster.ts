import { join, resolve } from 'node:path';
import type { Redis } from 'ioredis';
import { EngineError, type Engine } from '../engine.ts';
import { freePort } from '../process/free-port.ts';
import { waitFor } from '../testing/wait-for.ts';
import { parseClusterNodes, splitSlots, type NodeView } from './cluster-topology.ts';
import { startRedisServer } from './redis-server.ts';

/** Options of startRedisCluster. */
export interface RedisClusterOptions {
  /** A folder of its own, made when missing, in which no cluster was started before. */
  dataDir: string;
  /** Default 3, which is also the least that can agree on a promotion. */
  masters?: number;
  /** Replicas of each master; default 1. */
  replicasEach?: number;
  /** After so many milliseconds of silence a node counts as down, and a replica takes its place; default 2,000. */
  nodeTimeoutMs?: number;
  /** false: no append-only file, for tests that throw the data away. Default true. */
  durable?: boolean;
}

/** One server of a cluster, on a port that it keeps. */
export interface RedisClusterNode {
  readonly port: number;
  readonly url: string;
  /** The present process of it. */
  readonly pid: number;
  readonly isRunning: boolean;
  kill(): Promise<void>;
  /** Starts it again on its port and data. The others take it back in, as a replica where it was replaced. */
  start(): Promise<void>;
}

/** A running Redis Cluster that belongs to this process and ends with it. */
export interface RedisCluster {
  /** The addresses of all nodes, comma-separated, as in REDIS_URL. */
  readonly url: string;
  readonly nodes: readonly RedisClusterNode[];
  /** The node that serves the key's slot, as the nodes that can be reached say now. */
  masterOf(key: string): Promise<RedisClusterNode>;
  /** The first replica of that one that is not said to be down. */
  replicaOf(key: string): Promise<RedisClusterNode>;
  /** Starts the nodes that are dead; resolves when the cluster is whole. */
  restore(): Promise<void>;
  /** Whether every node runs, agrees that all slots are served, and every replica is in step with its master. */
  isWhole(): Promise<boolean>;
  /** Resolves when all processes are dead. */
  kill(): Promise<void>;
}

/**
 * Starts a real Redis Cluster on 127.0.0.1: one redis-server (7 or later) a node, all free ports. It resolves when every
 * slot is served and every replica is in step.
 */
export async function startRedisCluster(options: RedisClusterOptions): Promise<RedisCluster> {
  const { masters, replicasEach } = { masters: 3, replicasEach: 1, ...options };
  const members = await startMembers(options, masters * (1 + replicasEach));
  const nodes = members.map(({ node }) => node);
  const cluster: RedisCluster = {
    url: nodes.map(({ url }) => url).join(','),
    nodes,
    masterOf: async (key) => nodeOf(nodes, await ownerOf(nodes, key)),
    replicaOf: async (key) => {
      const owner = await ownerOf(nodes, key);
      const replicas = (await viewOf(nodes)).filter((view) => view.masterId === owner.id && !view.isFailing);
      return nodeOf(nodes, replicas[0]);
    },
    isWhole: () => isWhole(nodes),
    restore: async () => {
      await Promise.all(nodes.filter(({ isRunning }) => !isRunning).map((node) => node.start()));
      await awaitWhole(nodes);
    },
    kill: async () => void (await Promise.all(nodes.map((node) => node.kill()))),
  };
  try {
    await meet(members, masters);
    await awaitWhole(nodes);
    return cluster;
  } catch (error) {
    await cluster.kill();
    throw new EngineError('redis', 'The Redis Cluster did not come together.', { cause: error });
  }
}

async function awaitWhole(nodes: readonly RedisClusterNode[]): Promise<void> {
  await waitFor(() => isWhole(nodes), { timeoutMs: 60_000, everyMs: 50, what: 'a whole Redis Cluster' });
}

interface Member {
  readonly node: RedisClusterNode;
  readonly busPort: number;
}

async function startMembers(options: RedisClusterOptions, count: number): Promise<Member[]> {
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, (_, at) => startMember(options, at + 1)),
  );
  const members = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure === undefined) return members;
  await Promise.all(members.map(({ node }) => node.kill()));
  throw failure.reason;
}

async function startMember(options: RedisClusterOptions, number: number): Promise<Member> {
  // By default the bus would be at port + 10,000: in the range of outgoing connections, where others can be.
  const busPort = await freePort();
  const start = (port?: number): Promise<Engine> =>
    startRedisServer(
      {
        dataDir: join(resolve(options.dataDir), `node-${number}`, 'data'),
        durable: options.durable ?? true,
        ...(port === undefined ? {} : { port }),
      },
      {
        'cluster-enabled': 'yes',
        'cluster-port': String(busPort),
        'cluster-node-timeout': String(options.nodeTimeoutMs ?? 2_000),
        // Each master keeps the replicas that it was given.
        'cluster-allow-replica-migration': 'no',
        'repl-diskless-sync-delay': '0',
      },
    );
  let engine = await start();
  const { port, url } = engine;
  let isRunning = true;
  const node: RedisClusterNode = {
    port,
    url,
    get pid() {
      return engine.pid;
    },
    get isRunning() {
      return isRunning;
    },
    kill: async () => {
      isRunning = false;
      await engine.kill();
    },
    start: async () => {
      engine = await start(port);
      isRunning = true;
    },
  };
  return { node, busPort };
}

/** What `redis-cli --cluster create` does, without its questions. */
async function meet(members: readonly Member[], masters: number): Promise<void> {
  const ranges = splitSlots(masters);
  // First for all: a node that knows another one refuses an epoch.
  await Promise.all(
    members.map(({ node }, at) =>
      ask(node, async (redis) => {
        const range = ranges[at];
        await redis.call('CLUSTER', 'SET-CONFIG-EPOCH', at + 1);
        if (range !== undefined) await redis.call('CLUSTER', 'ADDSLOTSRANGE', ...range);
      }),
    ),
  );
  await Promise.all(
    members.map(({ node }, at) =>
      ask(node, async (redis) => {
        for (const other of members.slice(at + 1)) {
          await redis.call('CLUSTER', 'MEET', '127.0.0.1', other.node.port, other.busPort);
        }
      }),
    ),
  );
  const views = await waitFor(
    async () => {
      const all = await Promise.all(members.map(({ node }) => ask(node, readNodes)));
      return all.every((views) => views.length === members.length) && all[0];
    },
    { timeoutMs: 30_000, what: 'the nodes to meet' },
  );
  await Promise.all(
    members.slice(masters).map(({ node }, at) => {
      const master = members[at % masters]?.node.port;
      const id = views.find(({ port }) => port === master)?.id ?? '';
      return ask(node, (redis) => redis.call('CLUSTER', 'REPLICATE', id));
    }),
  );
}

async function isWhole(nodes: readonly RedisClusterNode[]): Promise<boolean> {
  const checks = nodes.map((node) =>
    ask(node, async (redis) => {
      const views = await readNodes(redis);
      const state = String(await redis.call('CLUSTER', 'INFO'));
      const replication = String(await redis.call('INFO', 'replication'));
      return (
        state.includes('cluster_state:ok') &&
        views.length === nodes.length &&
        views.every(({ isFailing }) => !isFailing) &&
        (replication.includes('role:master') || replication.includes('master_link_status:up')) &&
        views.filter(({ isMaster }) => isMaster).every(({ slots }) => slots.length > 0)
      );
    }),
  );
  const outcomes = await Promise.allSettled(checks);
  return outcomes.every((outcome) => outcome.status === 'fulfilled' && outcome.value);
}

/** The view of the first node that can be reached. */
async function viewOf(nodes: readonly RedisClusterNode[]): Promise<NodeView[]> {
  return Promise.any(nodes.map((node) => ask(node, readNodes)));
}

async function ownerOf(nodes: readonly RedisClusterNode[], key: string): Promise<NodeView> {
  const slot = await Promise.any(
    nodes.map((node) => ask(node, (redis) => redis.call('CLUSTER', 'KEYSLOT', key))),
  );
  const owner = (await viewOf(nodes)).find(({ slots }) =>
    slots.some(([first, last]) => first <= Number(slot) && Number(slot) <= last),
  );
  if (owner === undefined) throw new EngineError('redis', `No node serves the slot of ${key}.`);
  return owner;
}

function nodeOf(nodes: readonly RedisClusterNode[], view: NodeView | undefined): RedisClusterNode {
  const node = nodes.find(({ port }) => port === view?.port);
  if (node === undefined) throw new EngineError('redis', 'There is no such node in the cluster now.');
  return node;
}

const readNodes = async (redis: Redis) => parseClusterNodes(String(await redis.call('CLUSTER', 'NODES')));

/** Rejects at once where the node is down. */
async function ask<T>(node: RedisClusterNode, use: (redis: Redis) => Promise<T>): Promise<T> {
  const { Redis } = await import('ioredis'); // loaded only where a cluster is used
  const redis = new Redis(node.url, { lazyConnect: true, retryStrategy: () => null, commandTimeout: 2_000 });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}
