export { EngineError, PortInUseError, type Engine, type EngineName, type StartOptions } from './engine.ts';
export { unsupportedPlatform } from './platform.ts';
export type { Report } from './process/apt.ts';
export { freePort, isPortFree } from './process/free-port.ts';
export { startTime as processStartTime } from './process/owner-file.ts';
export { startPostgres, type PostgresOptions } from './postgres/start-postgres.ts';
export { startClickHouse, type ClickHouseOptions } from './clickhouse/start-clickhouse.ts';
export { findRedis, installRedis } from './redis/redis-program.ts';
export { startRedis, type RedisOptions } from './redis/start-redis.ts';
export {
  startRedisCluster,
  type RedisCluster,
  type RedisClusterNode,
  type RedisClusterOptions,
} from './redis/start-redis-cluster.ts';
export { hasJava, hasMaven } from './kafka/java.ts';
export { fetchKafkaJars, hasKafkaJars, kafkaCacheDir } from './kafka/jars.ts';
export { startKafka, type KafkaOptions } from './kafka/start-kafka.ts';
export { createTopics, type TopicWish } from './kafka/topics.ts';
