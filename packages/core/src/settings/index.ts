export * from './kinds.ts';
export * from './read.ts';
