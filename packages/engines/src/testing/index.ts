export {
  createTestClickHouseDatabase,
  createTestDatabase,
  uniqueName,
  type TestDatabase,
} from './databases.ts';
export { startOnCluster, type OnCluster } from './on-cluster.ts';
export { engines, type EngineAddresses } from './provided.ts';
export { startProxy, type Proxy, type ProxyMode } from './proxy.ts';
export { waitFor } from './wait-for.ts';
