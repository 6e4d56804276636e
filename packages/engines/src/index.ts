export { EngineError, PortInUseError, type Engine, type EngineName, type StartOptions } from './engine.ts';
export { unsupportedPlatform } from './platform.ts';
export { freePort, isPortFree } from './process/free-port.ts';
export { startPostgres, type PostgresOptions } from './postgres/start-postgres.ts';
export { startClickHouse, type ClickHouseOptions } from './clickhouse/start-clickhouse.ts';
export { findRedis } from './redis/redis-program.ts';
export { startRedis, type RedisOptions } from './redis/start-redis.ts';
