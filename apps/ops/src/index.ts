export { keepDemo, type DemoAccount } from './demo/keep-demo.ts';
export { migrateStores } from './migrate-stores.ts';
