import { BreviaError } from '@brevia/core';
import { Prisma } from '../generated/client.ts';
import type { Client } from '../client/client.ts';
import { withRetry } from '../retry/retry.ts';

export const BLOCK_SIZE = 10_000;

export interface IdBlock {
  readonly first: number;
  readonly count: number;
}

export interface IdBlocks {
  /** A block of numbers that nobody else has or will get. Throws BreviaError `unavailable`. */
  readonly claim: () => Promise<IdBlock>;
  /**
   * After a restore: skips `margin` numbers in every region, because blocks claimed since the backup are in use although
   * the restored rows don't know it (C257). Gives the number of regions moved. Throws when a range would be exceeded.
   */
  readonly movePastMargin: (margin: number) => Promise<number>;
}

export function createIdBlocks(client: Client, region: string): IdBlocks {
  return {
    claim: () =>
      // A claim whose answer got lost is thrown away and another made: a gap of numbers costs nothing.
      withRetry(
        async () => {
          const rows = await client.$queryRaw<{ first: bigint }[]>(Prisma.sql`
            UPDATE id_blocks SET next = next + ${BLOCK_SIZE}::INT8
            WHERE region = ${region} AND next + ${BLOCK_SIZE}::INT8 <= max
            RETURNING next - ${BLOCK_SIZE}::INT8 AS first`);
          if (rows[0] === undefined) {
            throw new BreviaError(
              'internal',
              `Region "${region}" has no numbers for codes left, or no row in id_blocks.`,
            );
          }
          return { first: Number(rows[0].first), count: BLOCK_SIZE };
        },
        { idempotent: true },
      ),
    movePastMargin: (margin) =>
      withRetry(
        () => client.$executeRaw(Prisma.sql`UPDATE id_blocks SET next = next + ${margin}::INT8`),
        // Moving twice is as good as once.
        { idempotent: true },
      ),
  };
}
