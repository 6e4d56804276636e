import { safeNextPath } from './next-path.ts';

/** Leaves for the dashboard with a full load, so that nothing of the visit before signing in stays in memory. */
export function enterDashboard(next: string): void {
  window.location.assign(safeNextPath(next));
}
