export * from './app-settings.ts';
export * from './kinds.ts';
export * from './read.ts';
export * from './rules.ts';
