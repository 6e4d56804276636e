import { gzip, gunzip, constants } from 'node:zlib';
import { promisify } from 'node:util';
import kafkajs, { type Kafka as KafkaClient, type LogEntry } from 'kafkajs';
import type { Log } from '../log.ts';

// kafkajs is CommonJS: its values are only reachable through the default import once bundled as ESM.
const { Kafka, CompressionTypes, CompressionCodecs, logLevel } = kafkajs;

interface Encoder {
  readonly buffer: Buffer;
}

const compress = promisify<Buffer, { level: number }, Buffer>(gzip);
const decompress = promisify<Buffer, Buffer>(gunzip);

// kafkajs has one registry of codecs for the process. Level 1 takes a third of the CPU time of zlib's default and gives
// records of about 15 % more bytes.
CompressionCodecs[CompressionTypes.GZIP] = () => ({
  compress: (encoder: Encoder) => compress(encoder.buffer, { level: constants.Z_BEST_SPEED }),
  decompress: (buffer: Buffer) => decompress(buffer),
});

/**
 * A kafkajs client whose own log goes to ours. A broker that is down makes kafkajs log each attempt as an error; the callers
 * of this module report outages themselves, once, so everything below an error that ends something is left out.
 */
export function createKafka(brokers: readonly string[], clientId: string, log: Log): KafkaClient {
  return new Kafka({
    clientId,
    brokers: [...brokers],
    connectionTimeout: 3_000,
    requestTimeout: 30_000,
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 5 },
    logLevel: logLevel.ERROR,
    logCreator: () => (entry: LogEntry) => {
      if (entry.namespace === 'Consumer') {
        log.warn({ kafka: entry.namespace, error: entry.log['error'] as unknown }, entry.log.message);
      }
    },
  });
}
