export { startRelay, type Relay, type RelayDeps } from './relay.ts';
export { startLinkChanges, type LinkChanges, type LinkChangesOptions } from './link-changes.ts';
