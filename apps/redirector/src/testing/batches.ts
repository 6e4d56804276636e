import { createClickBuffer } from '../capture/buffer.ts';
import type { CapturedBatch, CapturedClick } from '../capture/layout.ts';

/** A batch of clicks as the slow lane captures them. */
export function batchOf(clicks: readonly Partial<CapturedClick>[]): CapturedBatch {
  const batches: CapturedBatch[] = [];
  const buffer = createClickBuffer({
    maxClicks: clicks.length,
    deliver: (batch) => void batches.push(batch),
  });
  for (const given of clicks) {
    const click = { ...plainClick, ...given };
    const address = click.peer;
    const peer = { address, bytes: Buffer.from(address), isProxy: true };
    buffer.pushHeaders(Buffer.from(click.key), click.ts, peer, click);
  }
  buffer.flush();
  const [batch] = batches;
  if (batch === undefined || batches.length > 1) throw new Error('the clicks do not fit into one batch');
  return batch;
}

const plainClick: CapturedClick = {
  ts: 1_000,
  noTrack: false,
  key: 'default\nabc\n',
  peer: '203.0.113.7',
  userAgent: 'UA',
  referrer: '',
  language: '',
  forwardedFor: '',
  forwarded: '',
};
