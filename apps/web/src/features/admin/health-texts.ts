import type { HealthReport, HealthState, PartHealth } from '@brevia/api';
import type { PlainMessageKey } from '../../i18n/translate.ts';

/** What a part's state means for people; web's own names a time and stands apart. */
const MEANINGS = {
  store: {
    up: 'admin.health.store.up',
    degraded: 'admin.health.store.degraded',
    down: 'admin.health.store.down',
  },
  redis: {
    up: 'admin.health.redis.up',
    degraded: 'admin.health.redis.degraded',
    down: 'admin.health.redis.down',
    off: 'admin.health.redis.off',
  },
  stream: {
    up: 'admin.health.stream.up',
    degraded: 'admin.health.stream.degraded',
    down: 'admin.health.stream.down',
    unknown: 'admin.health.stream.unknown',
  },
  clickhouse: {
    up: 'admin.health.clickhouse.up',
    degraded: 'admin.health.clickhouse.degraded',
    down: 'admin.health.clickhouse.down',
    off: 'admin.health.clickhouse.off',
  },
  web: {},
  redirector: {
    up: 'admin.health.redirector.up',
    degraded: 'admin.health.redirector.degraded',
    down: 'admin.health.redirector.down',
    unknown: 'admin.health.redirector.unknown',
  },
  worker: {
    up: 'admin.health.worker.up',
    degraded: 'admin.health.worker.degraded',
    down: 'admin.health.worker.down',
    unknown: 'admin.health.worker.unknown',
  },
} satisfies Record<PartHealth['name'], Partial<Record<HealthState, PlainMessageKey>>>;

export function meaningOf({ name, state }: PartHealth): PlainMessageKey | undefined {
  const meanings: Partial<Record<HealthState, PlainMessageKey>> = MEANINGS[name];
  return meanings[state];
}

/** The stream is named after what carries it, where that is known. */
export function nameOf({ name }: PartHealth, { clicks }: HealthReport): PlainMessageKey {
  return name === 'stream' && clicks.adapter !== null
    ? `admin.health.name.${clicks.adapter}`
    : `admin.health.name.${name}`;
}

/** What should be looked after: not what is missing on purpose. */
export function troubled({ parts }: HealthReport): readonly PartHealth[] {
  return parts.filter(({ state }) => state === 'degraded' || state === 'down');
}
