import { describe, expect, it } from 'vitest';
import { BreviaError, statusOf } from '../src/index.ts';

describe('errors (API-2)', () => {
  it('carry code, message, fields, details and cause', () => {
    const cause = new Error('why');
    const fields = [{ field: 'custom_alias', code: 'alias_taken', message: 'Taken.' }];
    const details = { suggestions: ['sale-2'] };
    const error = new BreviaError('alias_taken', 'This alias is taken.', { fields, details, cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      code: 'alias_taken',
      message: 'This alias is taken.',
      fields,
      details,
      cause,
    });
    expect(new BreviaError('gone', 'Gone.').fields).toEqual([]);
  });

  it('have the statuses of the contract', () => {
    expect(statusOf).toEqual({
      invalid_input: 400,
      unauthorized: 401,
      forbidden: 403,
      not_found: 404,
      method_not_allowed: 405,
      conflict: 409,
      alias_taken: 409,
      alias_reserved: 400,
      idempotency_mismatch: 409,
      gone: 410,
      payload_too_large: 413,
      unsupported_media_type: 415,
      rate_limited: 429,
      unavailable: 503,
      internal: 500,
    });
  });
});
