import { BreviaError } from '@brevia/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoff } from './backoff.ts';
import { classify, isUniqueViolation, sqlStateOf } from './classify.ts';
import { withRetry } from './retry.ts';

/** Errors in the shapes that Prisma 7.10 and pg 8 throw; the engine tests meet the real ones. */
const adapterError = (originalCode: string, kind = 'postgres') =>
  Object.assign(new Error('x'), {
    name: 'DriverAdapterError',
    cause: { kind, code: originalCode, originalCode },
  });
const raw = (state: string) =>
  Object.assign(new Error('Raw query failed.'), {
    code: 'P2010',
    meta: { driverAdapterError: adapterError(state) },
  });
const known = (code: string) => Object.assign(new Error('x'), { code, meta: {} });

describe('errors are sorted into retry, ambiguous and fail (LINK-5, C191)', () => {
  it.each([
    ['40001 in a model call', known('P2034'), 'retry'],
    ['40001 in a raw query', raw('40001'), 'retry'],
    ['40001 at COMMIT of a transaction', adapterError('40001', 'TransactionWriteConflict'), 'retry'],
    ['a deadlock', raw('40P01'), 'retry'],
    ['a write conflict without a code', { cause: { kind: 'TransactionWriteConflict' } }, 'retry'],
    ['no server reached', known('P1001'), 'retry'],
    ['no server reached, by pg', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'retry'],
    ['no server reached on either address', new AggregateError([{ code: 'ECONNREFUSED' }]), 'retry'],
    ['no free connection in time', new Error('timeout exceeded when trying to connect'), 'retry'],
    ['too many connections', adapterError('53300', 'TooManyConnections'), 'retry'],
    ['the server starts up', raw('57P03'), 'retry'],
    ['a replica that can not write yet', raw('25006'), 'retry'],
    ['40003 in a model call', Object.assign(known('P2039'), { cause: adapterError('40003') }), 'ambiguous'],
    ['40003 in a raw query', raw('40003'), 'ambiguous'],
    ['40003 at COMMIT', adapterError('40003'), 'ambiguous'],
    [
      '57P01 in a statement',
      Object.assign(known('P2039'), { meta: { driverAdapterError: adapterError('57P01') } }),
      'ambiguous',
    ],
    [
      '57P01 between statements',
      new Error('Client has encountered a connection error and is not queryable'),
      'ambiguous',
    ],
    ['57P02', raw('57P02'), 'ambiguous'],
    ['reset after the INSERT was sent', known('P1017'), 'ambiguous'],
    ['FIN after the INSERT was sent', new Error('Connection terminated unexpectedly'), 'ambiguous'],
    [
      'reset on COMMIT',
      { name: 'DriverAdapterError', message: 'ConnectionClosed', cause: { kind: 'ConnectionClosed' } },
      'ambiguous',
    ],
    ['reset, by pg', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), 'ambiguous'],
    ['no answer in time', new Error('Query read timeout'), 'ambiguous'],
    ['connection failure 08006', raw('08006'), 'ambiguous'],
    ['connection failure 08003', adapterError('08003'), 'ambiguous'],
    ['a unique key', raw('23505'), 'fail'],
    ['a syntax error', raw('42601'), 'fail'],
    ['a cancelled statement', raw('57014'), 'fail'],
    ['an expired interactive transaction', known('P2028'), 'fail'],
    ['a row that is not there', known('P2025'), 'fail'],
    ['a bug', new TypeError('x is not a function'), 'fail'],
    ['nothing', undefined, 'fail'],
  ] as const)('%s', (_name, error, verdict) => {
    expect(classify(error)).toBe(verdict);
  });

  it('the database’s own code decides before what the client says of the connection', () => {
    const error = Object.assign(new Error('Connection terminated unexpectedly'), {
      cause: adapterError('40001'),
    });
    expect(classify(error)).toBe('retry');
  });

  it('finds the SQLSTATE and the unique violation wherever they are', () => {
    expect(sqlStateOf(raw('23505'))).toBe('23505');
    expect(sqlStateOf(known('P2034'))).toBeNull();
    expect(isUniqueViolation(raw('23505'))).toBe(true);
    expect(isUniqueViolation(known('P2002'))).toBe(true);
    expect(isUniqueViolation(raw('23503'))).toBe(false);
  });
});

describe('waiting between attempts', () => {
  it('is full jitter: anything from nothing to 25 ms doubled each time, and never over 2 s', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.double({ min: 0, max: 0.999_999, noNaN: true }), (n, random) => {
        const ms = backoff(n, () => random);
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThan(Math.min(2_000, 25 * 2 ** n) + 1e-9);
      }),
    );
    expect(backoff(3, () => 0.5)).toBe(100);
    expect(backoff(50, () => 0.5)).toBe(1_000);
  });
});

describe('withRetry', () => {
  /** A clock that only waiting moves. */
  function clock() {
    let time = 0;
    const waits: number[] = [];
    return {
      waits,
      now: () => time,
      random: () => 0.5,
      wait: (ms: number) => {
        waits.push(ms);
        time += ms;
        return Promise.resolve();
      },
    };
  }
  const failing = (errors: readonly Error[]) => {
    const seen: boolean[] = [];
    return {
      seen,
      operation: ({ number, afterAmbiguous }: { number: number; afterAmbiguous: boolean }) => {
        seen.push(afterAmbiguous);
        const error = errors[number];
        return error === undefined ? Promise.resolve('done') : Promise.reject(error);
      },
    };
  };

  it('runs again after what wrote nothing, until it works', async () => {
    const time = clock();
    const { operation } = failing([raw('40001'), raw('40001'), known('P1001')]);
    expect(await withRetry(operation, { idempotent: false, ...time })).toBe('done');
    expect(time.waits).toEqual([12.5, 25, 50]);
  });

  it('runs again after an ambiguous error only where that is harmless, and tells the operation', async () => {
    const idempotent = failing([raw('40001'), known('P1017')]);
    expect(await withRetry(idempotent.operation, { idempotent: true, ...clock() })).toBe('done');
    expect(idempotent.seen).toEqual([false, false, true]);

    const once = failing([known('P1017')]);
    await expect(withRetry(once.operation, { idempotent: false, ...clock() })).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(once.seen).toHaveLength(1);
  });

  it('throws at once, and unchanged, what running again can not help', async () => {
    const bug = new TypeError('bug');
    const { operation, seen } = failing([bug]);
    await expect(withRetry(operation, { idempotent: true, ...clock() })).rejects.toBe(bug);
    expect(seen).toHaveLength(1);
  });

  it('ends at its deadline with `unavailable`, the reason kept as the cause', async () => {
    const time = clock();
    const reason = known('P1001');
    const error = await withRetry(() => Promise.reject(reason), {
      idempotent: true,
      deadlineMs: 1_000,
      ...time,
    }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BreviaError);
    expect(error).toMatchObject({ code: 'unavailable', cause: reason, details: { retryAfterSeconds: 5 } });
    expect(time.now()).toBeLessThan(1_000);
  });

  it('is more patient while others write the same rows than while the store is away', async () => {
    const [busy, away] = [clock(), clock()];
    const limits = { idempotent: true, deadlineMs: 1_000, conflictDeadlineMs: 5_000 };
    await withRetry(() => Promise.reject(raw('40001')), { ...limits, ...busy }).catch(() => undefined);
    await withRetry(() => Promise.reject(known('P1001')), { ...limits, ...away }).catch(() => undefined);
    expect(busy.now()).toBeGreaterThan(2_000);
    expect(away.now()).toBeLessThan(1_000);
  });
});
