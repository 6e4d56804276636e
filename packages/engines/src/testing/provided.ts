import { inject } from 'vitest';

/** Addresses of the engines that vitest's global set-up started. */
export interface EngineAddresses {
  postgresUrl: string;
  redisUrl: string;
  clickhouseUrl: string;
  kafkaBrokers: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** null: left out by BREVIA_TEST_ENGINES. Redis: one for each file that runs at the same time. */
    engines: { [key in Exclude<keyof EngineAddresses, 'redisUrl'>]: string | null } & {
      redisUrls: readonly string[] | null;
    };
  }
}

/**
 * The engines of this test run, started once and shared by all test files, some of which run at the same time: so make
 * your own database, prefix and topic (createTestDatabase, createTestClickHouseDatabase, uniqueName) and never flush or
 * drop what is others'. Only Redis is for one file at a time, because its channel and the keys of the rate limits have
 * fixed names. Reading an engine that BREVIA_TEST_ENGINES left out throws.
 */
export function engines(): EngineAddresses {
  const { redisUrls, ...provided } = inject('engines');
  const redisUrl = redisUrls && (redisUrls[Number(process.env['VITEST_POOL_ID']) - 1] ?? null);
  const addresses = { ...provided, redisUrl };
  const read = (key: keyof EngineAddresses): string => {
    const address = addresses[key];
    if (address === null)
      throw new Error(`This test needs ${key}, but BREVIA_TEST_ENGINES left that engine out.`);
    return address;
  };
  return {
    get postgresUrl() {
      return read('postgresUrl');
    },
    get redisUrl() {
      return read('redisUrl');
    },
    get clickhouseUrl() {
      return read('clickhouseUrl');
    },
    get kafkaBrokers() {
      return read('kafkaBrokers');
    },
  };
}
