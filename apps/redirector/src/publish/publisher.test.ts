import type { ClickBatch, ClickSink } from '@brevia/clicks';
import { decodeClick, type ClickEvent } from '@brevia/core';
import { describe, expect, it } from 'vitest';
import { createPublisher } from './publisher.ts';

const event = (id: string, code: string): ClickEvent => ({
  id,
  domain: 'default',
  code,
  owner: '',
  ts: 1,
  country: '',
  referrer: '',
  userAgent: '',
  language: '',
  visitor: '0',
  region: 'r',
});

function setUp(maxPending = 10) {
  const sent: ClickBatch[] = [];
  const waiting: (() => void)[] = [];
  const errors: unknown[] = [];
  const sink: ClickSink = {
    partitionFor: (_domain, code) => Number(code.slice(1)) % 2,
    send: (batches) => {
      sent.push(...batches);
      return new Promise((resolve) => waiting.push(resolve));
    },
    dropped: () => 0,
    state: () => 'ready',
    close: () => Promise.resolve(),
  };
  let ids = 0;
  const publisher = createPublisher({
    sink,
    maxPending,
    lingerMs: 0,
    onError: (error) => errors.push(error),
    enrich: (codes: readonly string[]) => codes.map((code) => event(`i${(ids += 1)}`, code)),
  });
  return { publisher, sent, waiting, errors };
}

describe('the publisher', () => {
  it('makes one record a partition, so that a link stays in one (CLICK-2)', async () => {
    const { publisher, sent, waiting } = setUp();
    const done = publisher.publish(['c1', 'c2', 'c1', 'c4'], 4);
    waiting[0]?.();
    await done;
    const codes = sent.map(({ partition, count, ndjson }) => ({
      partition,
      count,
      codes: ndjson
        .trimEnd()
        .split('\n')
        .map((line) => decodeClick(line)?.code),
    }));
    expect(codes).toEqual([
      { partition: 1, count: 2, codes: ['c1', 'c1'] },
      { partition: 0, count: 2, codes: ['c2', 'c4'] },
    ]);
    expect([publisher.published(), publisher.dropped(), publisher.pending()]).toEqual([4, 0, 0]);
  });

  it('drops and counts what it cannot hold while the sink waits, and goes on when it has room (RED-7, C231)', async () => {
    const { publisher, sent, waiting } = setUp(5);
    const first = publisher.publish(['c1', 'c2', 'c3'], 3);
    await publisher.publish(['c4', 'c5', 'c6'], 3);
    expect([publisher.pending(), publisher.dropped(), sent.length]).toEqual([3, 3, 2]);
    waiting[0]?.();
    await first;
    const next = publisher.publish(['c7'], 1);
    waiting[1]?.();
    await next;
    expect([publisher.pending(), publisher.dropped(), publisher.published()]).toEqual([0, 3, 4]);
  });

  it('drops and counts a batch that it cannot read, and lives on', async () => {
    const { publisher, errors } = setUp();
    await publisher.publish(null as unknown as [], 3);
    expect([publisher.pending(), publisher.dropped(), publisher.published(), errors.length]).toEqual([
      0, 3, 0, 1,
    ]);
  });
});
