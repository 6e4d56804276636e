import { createServer } from 'node:http';

// What everything is compared with: the least that node:http can do and still redirect.
const codes = JSON.parse(process.env.CODES ?? '[]');
const targets = new Map(codes.map((code) => [code, `https://example.com/${code}`]));

const server = createServer((req, res) => {
  const target = targets.get(req.url.slice(1));
  if (target === undefined) res.writeHead(404, { 'Content-Length': '0' });
  else res.writeHead(302, { Location: target, 'Content-Length': '0' });
  res.end();
});
server.listen(0, '127.0.0.1', () => {
  process.send({ type: 'ready', url: `http://127.0.0.1:${server.address().port}` });
});
process.on('disconnect', () => process.exit(0));
