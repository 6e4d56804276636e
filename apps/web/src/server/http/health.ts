import type { ServerResponse } from 'node:http';

/** One engine and how to find out whether it answers; `required` ones make the app not ready. */
export interface Dependency {
  readonly name: string;
  readonly required: boolean;
  check(this: void): Promise<unknown>;
}

const LONGEST_CHECK_MS = 1_000;

/** /healthz: the process lives and answers. */
export function answerHealth(response: ServerResponse): void {
  sendJson(response, 200, { status: 'ok' });
}

/** /readyz: what works and what is degraded; 503 while a required engine is down or the process is on its way out. */
export async function answerReady(
  response: ServerResponse,
  dependencies: readonly Dependency[],
  isDraining: boolean,
): Promise<void> {
  const checks = await Promise.all(
    dependencies.map(async ({ name, required, check }) => ({ name, required, ok: await answers(check) })),
  );
  const isReady = !isDraining && checks.every(({ ok, required }) => ok || !required);
  const status = isDraining
    ? 'draining'
    : isReady
      ? checks.every(({ ok }) => ok)
        ? 'ok'
        : 'degraded'
      : 'down';
  const engines = Object.fromEntries(checks.map(({ name, ok }) => [name, ok ? 'ok' : 'down']));
  sendJson(response, isReady ? 200 : 503, { status, engines });
}

async function answers(check: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, LONGEST_CHECK_MS, false);
  });
  try {
    return await Promise.race([check().then(() => true), tooLate]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  });
  response.end(text);
}
