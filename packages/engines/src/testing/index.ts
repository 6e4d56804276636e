export {
  createTestClickHouseDatabase,
  createTestDatabase,
  uniqueName,
  type TestDatabase,
} from './databases.ts';
export { engines, type EngineAddresses } from './provided.ts';
export { waitFor } from './wait-for.ts';
