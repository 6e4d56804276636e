import { isIP } from 'node:net';
import { REGIONS } from '@brevia/core';
import { z } from 'zod';

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most).optional();

/**
 * Settings that the box hands on as they came. Each app checks its own again, and knows their defaults; here they are
 * checked so that all problems are told in one message, before any engine is started (RUN-5).
 */
const schema = z.object({
  REGION: z.enum(REGIONS).optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine((list) => list.split(/[\s,]+/).every((entry) => entry === '' || isRange(entry)), {
      message: 'addresses or ranges with commas, like 10.0.0.0/8, 2001:db8::/32',
    })
    .optional(),
  DATABASE_DIALECT: z.enum(['postgresql', 'cockroachdb']).optional(),
  DATABASE_POOL_MAX: whole(1, 500),
  LIMIT_UNKNOWN_PER_CLIENT: whole(1, Number.MAX_SAFE_INTEGER),
  CDN_MAX_AGE: whole(0, 60),
  REDIRECTOR_PROCESSES: whole(1, 256),
  KEEP_ALIVE_SECONDS: whole(1, 600),
  DRAIN_SECONDS: z.coerce.number().min(0).max(600).optional(),
  CLICK_PARTITIONS: whole(1, 1_024),
  BATCH_ROWS: whole(1_000, 500_000),
  KAFKA_SESSION_SECONDS: whole(6, 300),
  STUCK_SECONDS: whole(10, 3_600),
  SHUTDOWN_SECONDS: whole(1, 600),
});

/** What is wrong with the apps' own settings, one line each. @param given the environment without empty values */
export function appProblems(given: NodeJS.ProcessEnv): string[] {
  const { error } = schema.safeParse(given);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

function isRange(entry: string): boolean {
  const [host = '', prefix, ...rest] = entry.split('/');
  const kind = isIP(host.replace(/^\[(.*)\]$/, '$1'));
  if (kind === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (kind === 4 ? 32 : 128));
}
