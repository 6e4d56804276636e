import { parentPort } from 'node:worker_threads';

// Stands in for the publishing thread: takes batches, and dies of one that says so.
let published = 0;
parentPort.on('message', (message) => {
  const report = { dropped: 0, published, geoErrors: 0, sink: 'ready' };
  if (message.type === 'close') {
    parentPort.postMessage({ type: 'closed', done: 0, ...report });
    parentPort.close();
    return;
  }
  const { count, bytes } = message.batch;
  if (Buffer.from(bytes).toString() === 'die') throw new Error('died, as it was told');
  published += count;
  parentPort.postMessage({ type: 'report', done: count, ...report, published });
});
