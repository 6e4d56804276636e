/** What a span is about, in OpenTelemetry's words. */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/**
 * Facts about a span. Never anything personal or secret: no address of a visitor, no target of a link, no e-mail, no key,
 * no message of an error (drivers put values into those).
 */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  /** Default: `internal`. */
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** A span, or what a `traceparent` header said; what can't be read counts as none. Default: the span around. */
  readonly parent?: Span | string | undefined;
  /** `traceparent` headers of what led here too. */
  readonly links?: readonly string[];
  /** When it began, in milliseconds since 1970 UTC. Default: now. */
  readonly startedAt?: number | undefined;
}

export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** What to send along as `traceparent`; undefined where nobody records this span, so that nothing is sent. */
  readonly header: string | undefined;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** It went wrong: kept are the name or the code of the error, never its message. */
  fail(error: unknown): void;
  /** @param at milliseconds since 1970 UTC; default: now */
  end(at?: number): void;
}

/**
 * Where spans are made. An app without traces has none of this (`undefined`), so whoever may use it wraps what it works with
 * once, at the start, and pays nothing afterwards.
 */
export interface Tracing {
  /** Starts a span, which becomes the parent of nothing by itself. */
  start(name: string, options?: SpanOptions): Span;
  /** Runs work, promises included, with this span around it. */
  within<T>(span: Span, work: () => T): T;
  /** The span around. */
  current(): Span | undefined;
  /** Runs work in a span that lasts as long, and fails with it. */
  run<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  /** The same, but only where there is a span around: background work makes no traces of its own. */
  child<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T>;
  /** Hands over what is waiting, `timeoutMs` at most (default 1,000); what is left then is lost. Never rejects. */
  close(timeoutMs?: number): Promise<void>;
}
