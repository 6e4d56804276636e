// Whether the program of this container lives: node health.mjs <setting with the port> <its default>. Ends with 0 or 1.
// Not /readyz: an engine that is away is no reason to end a redirector that still answers from memory.
const [setting = '', port = ''] = process.argv.slice(2);
const url = `http://127.0.0.1:${process.env[setting] || port}/healthz`;

const alive = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(3_000) }).then(
  (answer) => answer.ok,
  () => false,
);
process.exit(alive ? 0 : 1);
