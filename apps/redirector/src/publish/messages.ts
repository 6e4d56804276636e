import type { TraceTarget } from '@brevia/telemetry';
import type { CapturedBatch } from '../capture/layout.ts';

/** What the serving thread tells the publishing thread. */
export type ToPublisher =
  | { readonly type: 'clicks'; readonly batch: CapturedBatch }
  | { readonly type: 'close'; readonly timeoutMs: number };

/** What the publishing thread tells the serving thread, after each batch that is done with. */
export interface PublisherReport {
  readonly type: 'report' | 'closed';
  /** Clicks that are no longer in the thread: published or dropped. */
  readonly done: number;
  /** Clicks lost in the thread or its sink since it started. */
  readonly dropped: number;
  readonly published: number;
  readonly geoErrors: number;
  readonly sink: 'connecting' | 'ready' | 'failing';
}

/** Everything that the thread is started with: it reads no environment. */
export interface PublisherSettings {
  readonly region: string;
  readonly visitorKey: string;
  /** Path of an mmdb file; null looks nothing up. */
  readonly geoPath: string | null;
  readonly trustedProxies: string;
  readonly kafkaBrokers: readonly string[];
  /** The folder of this process in the spool; used where there are no brokers. */
  readonly spoolDir: string | null;
  /** Clicks that may wait in the thread for the sink; more are dropped and counted. */
  readonly maxPending: number;
  /** Where traces go; null makes none. */
  readonly traces: TraceTarget | null;
}
