import { hash } from 'node:crypto';

const MODULUS = 2n ** 256n;

export interface RowSum {
  add(line: string): void;
  readonly rows: number;
  /** 64 hexadecimal digits. */
  digest(): string;
}

/**
 * A checksum of a table: the sum of its rows' SHA-256, modulo 2^256. It does not depend on their order, which another
 * database with other rules of sorting would change. Against damage and mistakes; whoever can write the files can write
 * the manifest too.
 */
export function createRowSum(): RowSum {
  let sum = 0n;
  let rows = 0;
  return {
    add(line) {
      sum = (sum + BigInt(`0x${hash('sha256', line, 'hex')}`)) % MODULUS;
      rows += 1;
    },
    get rows() {
      return rows;
    },
    digest: () => sum.toString(16).padStart(64, '0'),
  };
}
