/** One node as another one sees it: a line of CLUSTER NODES. */
export interface NodeView {
  readonly id: string;
  readonly port: number;
  readonly isMaster: boolean;
  /** Said to be down, by this viewer alone or by the majority. */
  readonly isFailing: boolean;
  /** The id of the master that it copies; null for a master. */
  readonly masterId: string | null;
  /** First and last slot of each range that it serves. */
  readonly slots: readonly (readonly [first: number, last: number])[];
}

/** Slots of a cluster; every key belongs to one. */
export const SLOTS = 16_384;

/** Reads the answer to CLUSTER NODES; nodes without an address or still shaking hands are left out. */
export function parseClusterNodes(text: string): NodeView[] {
  return text
    .split('\n')
    .map((line) => line.trim().split(' '))
    .flatMap(([id = '', address = '', flags = '', masterId = '-', , , , , ...slots]) => {
      const port = Number(/:(\d+)@/.exec(address)?.[1] ?? 0);
      const names = flags.split(',');
      if (port === 0 || names.includes('handshake') || names.includes('noaddr')) return [];
      return [
        {
          id,
          port,
          isMaster: names.includes('master'),
          isFailing: names.includes('fail') || names.includes('fail?'),
          masterId: masterId === '-' ? null : masterId,
          slots: slots.flatMap(range),
        },
      ];
    });
}

/** `5` or `0-5460`; what stands in brackets is a slot on its way and belongs to its old owner still. */
function range(text: string): [number, number][] {
  const [, first, last] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  return first === undefined ? [] : [[Number(first), Number(last ?? first)]];
}

/** Splits all slots evenly. @returns first and last slot of each of `parts` ranges */
export function splitSlots(parts: number): [first: number, last: number][] {
  const start = (part: number) => Math.floor((part * SLOTS) / parts);
  return Array.from({ length: parts }, (_, part) => [start(part), start(part + 1) - 1]);
}
