import { describe, expect, test, vi } from 'vitest';
import { sumUp, tallyPlaywright, tallyVitest } from './suites.mjs';

const passed = { status: 'passed', fullName: 'works' };

describe('the sum of the test suites', () => {
  test('counts what vitest reports', () => {
    const report = {
      testResults: [
        {
          name: '/a.test.ts',
          status: 'failed',
          assertionResults: [passed, { status: 'failed', fullName: 'breaks' }],
        },
        {
          name: '/b.test.ts',
          status: 'passed',
          assertionResults: [{ status: 'pending', fullName: 'later' }],
        },
      ],
    };
    const { passed: good, failed, skipped, broken } = tallyVitest(report, 'unit');
    expect({ good, failed, skipped: skipped.length, broken: broken.length }).toEqual({
      good: 1,
      failed: 1,
      skipped: 1,
      broken: 0,
    });
  });

  test('counts a file that did not load as a failure, though none of its tests failed', () => {
    const report = {
      testResults: [
        { name: '/a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      ],
    };
    expect(tallyVitest(report, 'unit').broken).toEqual([expect.stringContaining('no such module')]);
  });

  test('counts what Playwright reports, in nested suites and in several browsers', () => {
    const spec = (...statuses: string[]) => ({
      file: 'a.spec.ts',
      title: 'works',
      tests: statuses.map((status) => ({ status })),
    });
    const report = {
      errors: [{ message: 'the set-up failed' }],
      suites: [
        { suites: [{ specs: [spec('expected', 'unexpected')] }], specs: [spec('skipped'), spec('expected')] },
      ],
    };
    expect(tallyPlaywright(report, 'e2e')).toEqual({
      name: 'e2e',
      passed: 2,
      failed: 1,
      skipped: ['a.spec.ts: works'],
      broken: ['the set-up failed'],
    });
  });

  test('is printed alone on the last line; skipped tests fail a run of CI and no other', () => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const tally = { name: 'unit', passed: 3, failed: 0, skipped: ['a: b'], broken: [] };
    const codes = [sumUp([tally], { allowSkipped: false }), sumUp([tally], { allowSkipped: true })];
    const last = print.mock.calls.map(([line]) => String(line).trim().split('\n').at(-1));
    print.mockRestore();
    expect(codes).toEqual([1, 0]);
    expect(last.filter((line) => /^\d+ passed, \d+ failed$/.test(line ?? ''))).toEqual([
      '3 passed, 1 failed',
      '3 passed, 0 failed',
    ]);
    expect(last.at(-1)).toBe('3 passed, 0 failed');
  });
});
