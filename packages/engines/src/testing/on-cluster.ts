import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface OnCluster {
  /** Speaks ClickHouse's HTTP. */
  readonly url: string;
  /** The statements ON CLUSTER that came in, as they were. */
  readonly statements: readonly string[];
  close(): void;
}

export interface OnClusterOptions {
  /** Name of the cluster. */
  readonly cluster: string;
  /** The servers of the cluster as they are at the moment; they may be started anew meanwhile. */
  readonly servers: () => readonly { readonly url: string }[];
}

/**
 * Does what the embedded ClickHouse refuses: a statement ON CLUSTER goes to every server, with tables that do not replicate.
 * All else goes to the first one as it came.
 */
export async function startOnCluster({ cluster, servers }: OnClusterOptions): Promise<OnCluster> {
  const statements: string[] = [];
  const clause = `ON CLUSTER '${cluster}'`;

  async function pass(path: string, body: Buffer, headers: IncomingHttpHeaders): Promise<Response> {
    const sql = headers['content-encoding'] === undefined ? body.toString() : '';
    const isForAll = sql.includes(clause);
    if (isForAll) statements.push(sql);
    const encoding = headers['content-encoding'];
    let answer = new Response();
    for (const { url } of isForAll ? servers() : servers().slice(0, 1)) {
      answer = await fetch(new URL(path, url.replace('default:@', '')), {
        method: 'POST',
        body: isForAll ? withoutReplicas(sql.replaceAll(clause, '')) : new Uint8Array(body),
        headers: encoding === undefined ? {} : { 'Content-Encoding': encoding },
      });
      if (!answer.ok) break;
    }
    return answer;
  }

  const server = createServer((request, response) => {
    void (async () => {
      const answer = await pass(request.url ?? '/', await buffer(request), request.headers);
      response.writeHead(answer.status).end(await answer.text());
    })().catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statements,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const withoutReplicas = (sql: string): string =>
  sql
    .replace(/ENGINE = Replicated(\w*MergeTree)/, 'ENGINE = $1')
    .replace(/\breplicated_deduplication_window_seconds = \d+, /, '')
    .replace(/\breplicated_deduplication_window\b/, 'non_replicated_deduplication_window');
