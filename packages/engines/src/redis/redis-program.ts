import { findProgram } from '../process/run-command.ts';

/** The path of redis-server (or of Valkey, which speaks the same), or null. */
export const findRedis = (): string | null => findProgram('redis-server') ?? findProgram('valkey-server');
