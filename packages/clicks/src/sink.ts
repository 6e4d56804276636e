/** Clicks of one partition, encoded by core's `encodeClicks`: one JSON object a line. */
export interface ClickBatch {
  /** What `partitionFor` said of every click in it. */
  readonly partition: number;
  readonly ndjson: string;
  /** How many clicks (lines) it holds. */
  readonly count: number;
  /** W3C trace context of whoever publishes it; goes along where the stream has room for it. */
  readonly traceparent?: string | undefined;
}

/**
 * Where a redirector leaves its clicks (CLICK-2). The two adapters, Kafka and the spool, behave alike towards the caller:
 *
 * - creating one does no I/O in the caller's path and never fails, also when the broker or the disk is away;
 * - `send` settles when each batch is durable or lost. It never rejects: what is lost is counted in `dropped`;
 * - `send` stays pending for as long as the broker is away, and delivers when it is back. So the caller bounds what it has
 *   in flight, and drops (and counts) what it can't hold.
 */
export interface ClickSink {
  /** The partition of a link: stable, so that one link stays in one partition. */
  partitionFor(domain: string, code: string): number;
  send(batches: readonly ClickBatch[]): Promise<void>;
  /** Clicks lost inside the sink since it was created: spool full, disk error, batch refused by the broker, closed too early. */
  dropped(): number;
  /** `ready` when the last attempt to store clicks succeeded, or nothing is known to be wrong. */
  state(): 'connecting' | 'ready' | 'failing';
  /** Waits at most `timeoutMs` (default 5,000) for what is in flight, then lets go of everything. */
  close(timeoutMs?: number): Promise<void>;
}
