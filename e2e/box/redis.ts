import { connect } from 'node:net';

/** The process id of the Redis at an address, null while none answers there. */
export function redisPid(url: string | null): Promise<number | null> {
  const { hostname, port } = new URL(url ?? '');
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write('INFO server\r\n'));
    let text = '';
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(null));
    socket.on('data', (chunk) => {
      text += chunk.toString();
      const pid = /process_id:(\d+)/.exec(text)?.[1];
      if (pid === undefined) return;
      resolve(Number(pid));
      socket.destroy();
    });
  });
}
