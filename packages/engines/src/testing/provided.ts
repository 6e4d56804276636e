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
    /** null: left out by BREVIA_TEST_ENGINES. */
    engines: { [key in keyof EngineAddresses]: string | null };
  }
}

/**
 * The engines of this test run, started once and shared by all test files: so make your own database, prefix and topic
 * (createTestDatabase, createTestClickHouseDatabase, uniqueName) and never flush or drop what is others'.
 * Reading an engine that BREVIA_TEST_ENGINES left out throws.
 */
export function engines(): EngineAddresses {
  const provided = inject('engines');
  const read = (key: keyof EngineAddresses): string => {
    const address = provided[key];
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
