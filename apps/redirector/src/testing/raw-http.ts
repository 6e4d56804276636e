import { connect, type Socket } from 'node:net';

/** One answer as it stood on the wire. */
export interface RawAnswer {
  readonly status: number;
  /** Names and values in their order and case, without the date. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export interface RawConnection {
  readonly socket: Socket;
  /** Everything that has arrived so far, one character a byte. */
  received(): string;
  /** Resolves when the other end has closed the connection. */
  closed: Promise<void>;
  /** Resolves with the first `count` answers. */
  answers(count: number): Promise<RawAnswer[]>;
}

/** Opens a connection that nothing interprets. */
export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: true });
  let text = '';
  const waiting = new Set<() => void>();
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (const check of waiting) check();
  });
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('end', () => resolve());
  });
  socket.on('error', () => undefined);
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return {
    socket,
    received: () => text,
    closed,
    answers: (count) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const { answers } = parseAnswers(text);
          if (answers.length >= count) {
            waiting.delete(check);
            resolve(answers.slice(0, count));
          }
        };
        waiting.add(check);
        void closed.then(() => {
          check();
          reject(new Error(`closed after: ${JSON.stringify(text)}`));
        });
        check();
      }),
  };
}

/** Sends a text as it is and gives all that comes back until the connection closes. */
export async function exchange(url: string, request: string): Promise<string> {
  const connection = await openRaw(url);
  connection.socket.write(request, 'latin1');
  connection.socket.end();
  await connection.closed;
  connection.socket.destroy();
  return connection.received();
}

/** Whole answers to requests that were not HEAD, and what is left behind them. */
export function parseAnswers(text: string): { answers: RawAnswer[]; rest: string } {
  const answers: RawAnswer[] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return { answers, rest };
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = lines.map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)] as const;
    });
    const length = Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0);
    if (rest.length < end + 4 + length) return { answers, rest };
    answers.push({
      status: Number(statusLine.split(' ')[1]),
      headers: headers.filter(([name]) => name !== 'Date'),
      body: rest.slice(end + 4, end + 4 + length),
    });
    rest = rest.slice(end + 4 + length);
  }
}
