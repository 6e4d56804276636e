import { describe, expect, it } from 'vitest';
import { parseClusterNodes, SLOTS, splitSlots } from '../src/redis/cluster-topology.ts';

describe('the answer to CLUSTER NODES', () => {
  it('is read with roles, failures and slots; half-known nodes are left out', () => {
    const text = [
      'aa 127.0.0.1:7001@17001,,tls-port=0,shard-id=1 myself,master - 0 0 1 connected 0-5460 5462 [5463->-bb]',
      'bb 127.0.0.1:7002@17002 master,fail - 1 2 2 disconnected 5463-16383',
      'cc 127.0.0.1:7003@17003 slave,fail? aa 0 0 1 connected',
      'dd 127.0.0.1:7004@17004 handshake - 0 0 0 connected',
      'ee :0@0 slave,noaddr aa 0 0 1 disconnected',
      '',
    ].join('\n');
    expect(parseClusterNodes(text)).toEqual([
      {
        id: 'aa',
        port: 7001,
        isMaster: true,
        isFailing: false,
        masterId: null,
        slots: [
          [0, 5460],
          [5462, 5462],
        ],
      },
      { id: 'bb', port: 7002, isMaster: true, isFailing: true, masterId: null, slots: [[5463, 16383]] },
      { id: 'cc', port: 7003, isMaster: false, isFailing: true, masterId: 'aa', slots: [] },
    ]);
  });
});

describe('slots', () => {
  it.each([1, 3, 5, 7])('split into %d parts are all there, once', (parts) => {
    const ranges = splitSlots(parts);
    expect(ranges).toHaveLength(parts);
    expect(ranges[0]?.[0]).toBe(0);
    expect(ranges.at(-1)?.[1]).toBe(SLOTS - 1);
    for (let i = 1; i < parts; i += 1) expect(ranges[i]?.[0]).toBe((ranges[i - 1]?.[1] ?? 0) + 1);
  });
});
