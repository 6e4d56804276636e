import { openRaw } from './raw-http.ts';

export interface Clients {
  /** Redirects so far. */
  readonly answered: number;
  /** Answers that were no redirect. */
  readonly wrong: number;
  /** Connections that ended without the answer that was due. */
  readonly broken: number;
  /** Ends each client after its next answer. */
  stop(): void;
  /** Resolves when every client was told to close, or has lost its connection. */
  readonly ended: Promise<unknown>;
}

/**
 * Clients that keep their connection: each asks again as soon as it is answered, until an answer tells it to close. Every
 * second one goes through the slow lane.
 */
export async function startClients(url: string, codes: readonly string[], count = 8): Promise<Clients> {
  let [answered, wrong, broken] = [0, 0, 0];
  let isEnding = false;
  const connections = await Promise.all(Array.from({ length: count }, () => openRaw(url)));
  const ended = Promise.all(
    connections.map(async (connection, client) => {
      for (let asked = 1; ; asked += 1) {
        const path = `/${codes[(asked + client) % codes.length]}${client % 2 === 0 ? '' : '?slow'}`;
        connection.socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nUser-Agent: load\r\n\r\n`);
        const last = (await connection.answers(asked).catch(() => undefined))?.at(-1);
        if (last === undefined) broken += 1;
        else if (last.status === 302) answered += 1;
        else wrong += 1;
        if (last?.status !== 302 || isEnding || last.headers.some(isClose)) break;
      }
      connection.socket.destroy();
    }),
  );
  return {
    get answered() {
      return answered;
    },
    get wrong() {
      return wrong;
    },
    get broken() {
      return broken;
    },
    stop: () => (isEnding = true),
    ended,
  };
}

const isClose = ([name, value]: readonly [string, string]) => name === 'Connection' && value === 'close';
