/** What differs from one broker to the next. */
export interface BrokerPlace {
  port: number;
  controllerPort: number;
  /** Where clients are told to connect; missing: `port`. */
  advertisedPort?: number | undefined;
  logDir: string;
}

/** server.properties of a single broker that is its own controller (KRaft), on loopback. */
export function serverProperties({ port, controllerPort, advertisedPort, logDir }: BrokerPlace): string {
  const properties: Record<string, string | number> = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${advertisedPort ?? port}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': logDir,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.num.partitions': 4,
    'transaction.state.log.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    'auto.create.topics.enable': 'false',
    'log.retention.hours': 168,
    // A killed broker that comes back is let in only when its old session (9 s by default) has run out.
    'broker.session.timeout.ms': 3_000,
    'broker.heartbeat.interval.ms': 500,
    'num.network.threads': 2,
    'num.io.threads': 4,
  };
  return Object.entries(properties)
    .map(([key, value]) => `${key}=${escape(String(value))}\n`)
    .join('');
}

/** Java reads properties as Latin-1 with escapes. */
const escape = (text: string) =>
  text
    .replaceAll('\\', '\\\\')
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
