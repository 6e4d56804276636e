import { describe, expect, it } from 'vitest';
import { recordsWithParts } from '../src/clickhouse/deduplication-log.ts';

const added = (part: string, block: string) => `1\t${part}\t${block}`;
const dropped = (part: string, block: string) => `2\t${part}\t${block}`;

describe('records of ClickHouse inserts', () => {
  it('stay when their part is there', () => {
    const lines = [added('all_1_1_0', 'all_1_2'), added('202612_2_2_0', 'b')];
    expect(recordsWithParts(lines, ['all_1_1_0', '202612_2_2_0', 'detached'])).toEqual(lines);
  });

  it('stay when their part was merged or mutated into another one', () => {
    const lines = [added('all_1_1_0', 'a'), added('all_3_3_0', 'c')];
    expect(recordsWithParts(lines, ['all_1_3_1'])).toEqual(lines);
    expect(recordsWithParts(lines, ['all_1_5_2_9'])).toEqual(lines);
  });

  it('go when their part never got its name', () => {
    const lines = [added('all_1_1_0', 'a'), added('all_2_2_0', 'b')];
    expect(recordsWithParts(lines, ['all_1_1_0', 'tmp_insert_all_2_2_0'])).toEqual([lines[0]]);
  });

  it('are told apart by partition', () => {
    expect(recordsWithParts([added('202612_2_2_0', 'a')], ['202611_1_9_3'])).toEqual([]);
  });

  it('of dropped parts and unknown lines stay as they are', () => {
    const lines = [dropped('all_1_1_0', 'a'), '', 'something else'];
    expect(recordsWithParts(lines, [])).toEqual(lines);
  });
});
