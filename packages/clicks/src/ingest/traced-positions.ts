import type { IngestTrace, PositionStore } from './ports.ts';

/** The same positions, whose steps are traced where traces are wanted. */
export function tracedPositions(positions: PositionStore, trace: IngestTrace | undefined): PositionStore {
  if (trace === undefined) return positions;
  return {
    announce: (first, last) => trace.announce(() => positions.announce(first, last)),
    commit: (next) => trace.commit(() => positions.commit(next)),
  };
}
