export type { Attributes, Span, SpanKind, SpanOptions, Tracing } from './tracing.ts';
export { openTracing, type TraceTarget, type TracingOptions } from './open.ts';
export { statementSummary } from './statement-summary.ts';
export { traceMethods, type CallSpan } from './trace-methods.ts';
