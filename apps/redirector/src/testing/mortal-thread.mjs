import { parentPort } from 'node:worker_threads';

// Stands in for the publishing thread: takes batches, and dies of one that says so.
let published = 0;
parentPort.on('message', (message) => {
  const report = { dropped: 0, published, geoErrors: 0, sink: 'ready', pending: 0 };
  if (message.type === 'close') {
    parentPort.postMessage({ type: 'closed', done: 0, ...report });
    parentPort.close();
    return;
  }
  if (message.clicks[0] === 'die') throw new Error('died, as it was told');
  published += message.count;
  parentPort.postMessage({ type: 'report', done: message.count, ...report, published });
});
