export type { ClickBatch, ClickSink } from './sink.ts';
export { silentLog, type Log } from './log.ts';
export { createKafkaSink, type KafkaSinkOptions } from './kafka/sink.ts';
export { createSpoolSink, type SpoolSinkOptions } from './spool/sink.ts';
