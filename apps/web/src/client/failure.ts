interface FieldFailure {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** What went wrong with a call, in a form that a page can show. */
export interface Failure {
  /** One of core's error codes, or `network` when no answer came. */
  readonly code: string;
  readonly message: string;
  readonly fields: readonly FieldFailure[];
  readonly suggestions: readonly string[];
  readonly retryAfterSeconds: number | null;
  readonly requestId: string | null;
  /** True where the same call may succeed a moment later. */
  readonly retriable: boolean;
}

const RETRIABLE = new Set(['network', 'unavailable', 'internal']);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asText = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function readField(value: unknown): FieldFailure[] {
  if (!isRecord(value) || typeof value['field'] !== 'string') return [];
  return [
    {
      field: value['field'],
      code: asText(value['code'], 'invalid'),
      message: asText(value['message'], ''),
    },
  ];
}

/**
 * Reads whatever a call threw. Never hands on anything but strings and numbers, so that no page can show
 * `[object Object]` (C195).
 */
export function readFailure(error: unknown): Failure {
  const data = isRecord(error) && isRecord(error['data']) ? error['data'] : {};
  const brevia = isRecord(data['brevia']) ? data['brevia'] : {};
  const code = asText(brevia['code'], typeof data['code'] === 'string' ? 'internal' : 'network');
  const wait = brevia['retryAfterSeconds'];
  return {
    code,
    message: isRecord(error) ? asText(error['message'], '') : '',
    fields: asList(brevia['fields']).flatMap(readField),
    suggestions: asList(brevia['suggestions']).filter((item): item is string => typeof item === 'string'),
    retryAfterSeconds: typeof wait === 'number' && Number.isFinite(wait) ? Math.ceil(wait) : null,
    requestId: typeof brevia['requestId'] === 'string' ? brevia['requestId'] : null,
    retriable: RETRIABLE.has(code),
  };
}
