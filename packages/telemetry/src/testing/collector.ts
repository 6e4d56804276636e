import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A span as it arrived. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly isError: boolean;
  /** Milliseconds since 1970 UTC. */
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  /** All that has arrived. */
  readonly spans: readonly ReceivedSpan[];
  /** All that has arrived, as it came over the wire: what must not be in any span is not in here. */
  readonly texts: readonly string[];
  readonly requests: readonly { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  named(name: string): ReceivedSpan[];
  /** Spans below a span, whatever their depth. */
  below(span: ReceivedSpan): ReceivedSpan[];
  close(): Promise<void>;
}

/**
 * A real OTLP/HTTP receiver on a socket of this machine, for the JSON encoding.
 * @param options.answer instead of taking spans: such as a status, or never at all
 */
export async function startCollector(
  options: { answer?: (response: ServerResponse) => void } = {},
): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const texts: string[] = [];
  const requests: { path: string; headers: IncomingMessage['headers'] }[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push({ path: `${request.method} ${request.url}`, headers: request.headers });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (options.answer !== undefined) return options.answer(response);
    const body = Buffer.concat(chunks);
    const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
    texts.push(text);
    spans.push(...readSpans(JSON.parse(text) as ExportRequest));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const below = (span: ReceivedSpan): ReceivedSpan[] =>
    spans
      .filter(({ traceId, parentSpanId }) => traceId === span.traceId && parentSpanId === span.spanId)
      .flatMap((child) => [child, ...below(child)]);
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    texts,
    requests,
    named: (name) => spans.filter((span) => span.name === name),
    below,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly name: string;
        readonly kind: number;
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly attributes: readonly Attribute[];
        readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
        readonly status: { readonly code: number };
        readonly startTimeUnixNano: string;
        readonly endTimeUnixNano: string;
      }[];
    }[];
  }[];
}

function readSpans({ resourceSpans }: ExportRequest): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap((scope) => scope.spans)
      .map((span) => ({
        service: String(record(resource.attributes)['service.name']),
        name: span.name,
        kind: span.kind,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId,
        attributes: record(span.attributes),
        links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
        isError: span.status.code === 2,
        startedAt: milliseconds(span.startTimeUnixNano),
        endedAt: milliseconds(span.endTimeUnixNano),
      })),
  );
}

const milliseconds = (nanoseconds: string): number => Number(BigInt(nanoseconds) / 1_000n) / 1_000;

/** 64-bit integers come as numbers or as text. */
function record(attributes: readonly Attribute[]): Record<string, unknown> {
  const entries = attributes.map(({ key, value }) => {
    const [[kind, held] = ['', undefined]] = Object.entries(value);
    return [key, kind === 'intValue' ? Number(held) : held];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}
