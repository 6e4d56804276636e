import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context, Span as OtelSpan } from '@opentelemetry/api';
import { errorType } from './error-type.ts';
import type { Attributes, Span, SpanOptions, Tracing } from './tracing.ts';

/** Where traces go, and how many of them. */
export interface TraceTarget {
  /** Base address of an OTLP/HTTP collector: `/v1/traces` is below it. */
  readonly endpoint: string;
  /** Sent along with each request, such as a key of the collector's. */
  readonly headers: Readonly<Record<string, string>>;
  /** Share of traces that are recorded, 0 to 1; the id of a trace decides, so all apps decide alike. */
  readonly ratio: number;
}

export interface TracingOptions extends TraceTarget {
  /** `brevia-web`, ... */
  readonly service: string;
  readonly region: string;
  /** Gets what the exporter could not do, once a minute at most. */
  readonly onError: (error: Error) => void;
}

/** Numbers that nobody has needed to set. */
const fixed = {
  /** Spans that wait for the collector; more are dropped. */
  queue: 2_048,
  batch: 512,
  everyMs: 1_000,
  exportMs: 5_000,
  closeMs: 1_000,
  quietMs: 60_000,
} as const;

const KINDS = { internal: 0, server: 1, client: 2, producer: 3, consumer: 4 } as const;
const STATUS_ERROR = 2;

interface Held extends Span {
  readonly context: Context;
}

/**
 * Opens traces: the modules of OpenTelemetry are loaded here and nowhere else, so an app without traces has none of them. The
 * collector may be away, slow or silent: spans wait in a bounded queue and are dropped past it, and nobody waits for it.
 *
 * Nothing is registered with OpenTelemetry's global object: Next and better-auth would then make spans of their own, with
 * whole addresses in them.
 */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const [api, core, { OTLPTraceExporter }, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  core.setGlobalErrorHandler(everyMinute(options.onError));
  const byRatio = new sdk.TraceIdRatioBasedSampler(options.ratio);
  const provider = new sdk.TracerProvider({
    resource: resources.defaultResource().merge(
      resources.resourceFromAttributes({
        'service.name': options.service,
        'service.namespace': 'brevia',
        'brevia.region': options.region,
      }),
    ),
    // Whoever calls us may name a trace to take part in, and say that it is not recorded, but not that it has to be.
    sampler: new sdk.ParentBasedSampler({ root: byRatio, remoteParentSampled: byRatio }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${options.endpoint}/v1/traces`,
          headers: { ...options.headers },
          timeoutMillis: fixed.exportMs,
          concurrencyLimit: fixed.queue / fixed.batch + 1,
        }),
        maxQueueSize: fixed.queue,
        maxExportBatchSize: fixed.batch,
        scheduledDelayMillis: fixed.everyMs,
        exportTimeoutMillis: fixed.exportMs,
      }),
    ],
  });
  const tracer = provider.getTracer('brevia');
  const around = new AsyncLocalStorage<Held>();

  const hold = (span: OtelSpan): Held => {
    const { traceId, spanId, traceFlags } = span.spanContext();
    const isRecorded = (traceFlags & 1) === 1;
    return {
      traceId,
      header: isRecorded ? `00-${traceId}-${spanId}-01` : undefined,
      context: api.trace.setSpan(api.ROOT_CONTEXT, span),
      rename: (name) => void span.updateName(name),
      set: (attributes) => void span.setAttributes(present(attributes)),
      fail: (error) => {
        span.setAttribute('error.type', errorType(error));
        span.setStatus({ code: STATUS_ERROR });
      },
      end: (at) => span.end(at),
    };
  };

  const contextOf = (parent: Span | string | undefined): Context => {
    if (typeof parent !== 'string') return (parent as Held | undefined)?.context ?? api.ROOT_CONTEXT;
    const remote = core.parseTraceParent(parent);
    return remote === null
      ? api.ROOT_CONTEXT
      : api.trace.setSpanContext(api.ROOT_CONTEXT, { ...remote, isRemote: true });
  };

  const start = (name: string, given: SpanOptions = {}): Held => {
    const links = (given.links ?? []).flatMap((header) => {
      const context = core.parseTraceParent(header);
      return context === null ? [] : [{ context: { ...context, isRemote: true } }];
    });
    const settings = {
      kind: KINDS[given.kind ?? 'internal'],
      attributes: present(given.attributes ?? {}),
      links,
      ...(given.startedAt === undefined ? {} : { startTime: given.startedAt }),
    };
    return hold(tracer.startSpan(name, settings, contextOf(given.parent ?? around.getStore())));
  };

  const within = <T>(span: Span, work: () => T): T => around.run(span as Held, work);

  const run = async <T>(name: string, given: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> => {
    const span = start(name, given);
    try {
      return await within(span, () => work(span));
    } catch (error) {
      span.fail(error);
      throw error;
    } finally {
      span.end();
    }
  };

  return {
    start,
    within,
    run,
    current: () => around.getStore(),
    child: (name, given, work) => (around.getStore() === undefined ? work() : run(name, given, work)),
    async close(timeoutMs = fixed.closeMs) {
      let timer: NodeJS.Timeout | undefined;
      const tooLate = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, timeoutMs);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), tooLate]);
      clearTimeout(timer);
    },
  };
}

function present(attributes: Attributes): Record<string, string | number | boolean> {
  const given: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) given[name] = value;
  return given;
}

function everyMinute(report: (error: Error) => void): (error: unknown) => void {
  let quietUntil = 0;
  return (error) => {
    const at = Date.now();
    if (at < quietUntil) return;
    quietUntil = at + fixed.quietMs;
    report(error instanceof Error ? error : new Error(String(error)));
  };
}
