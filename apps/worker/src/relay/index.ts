export { startLinkChanges } from './link-changes.ts';
