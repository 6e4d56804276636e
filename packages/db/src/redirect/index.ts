export * from './reader.ts';
