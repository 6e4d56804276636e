import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { installed, root } from './project.mjs';
import { run, StepFailed } from './steps.mjs';

/**
 * What a suite came to. `broken` are reasons to fail that no single test carries: a file that did not load, an error
 * outside any test, a suite without tests.
 * @typedef {{ name: string, passed: number, failed: number, skipped: string[], broken: string[] }} Tally
 */

/**
 * Runs one vitest project. @param {string} name
 * @returns {Promise<Tally>}
 */
export function vitestSuite(name) {
  const args = (/** @type {string} */ report) => [
    installed('vitest/vitest.mjs'),
    'run',
    ...['--project', name, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ];
  return suite(name, args, tallyVitest, () => ({}));
}

/**
 * Runs the end-to-end tests.
 * @returns {Promise<Tally>}
 */
export function playwrightSuite() {
  const args = () => [
    installed('@playwright/test/cli.js'),
    'test',
    ...['--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
  ];
  return suite('e2e', args, tallyPlaywright, (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }));
}

/**
 * @param {string} name
 * @param {(report: string) => string[]} args
 * @param {(report: any, name: string) => Tally} read
 * @param {(report: string) => Record<string, string>} reportEnv
 * @returns {Promise<Tally>}
 */
async function suite(name, args, read, reportEnv) {
  const folder = installed('.cache/brevia');
  mkdirSync(folder, { recursive: true });
  const report = join(folder, `${name}.json`);
  rmSync(report, { force: true });
  const began = performance.now();
  console.log(`\n── ${name} ──`);
  let ended = null;
  try {
    await run(process.execPath, args(report), { env: reportEnv(report) });
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    ended = error.message;
  }
  const tally = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')), name)
    : { name, passed: 0, failed: 0, skipped: [], broken: ['the runner wrote no report'] };
  if (ended && tally.failed === 0 && tally.broken.length === 0) tally.broken.push(ended);
  if (tally.passed + tally.failed === 0) tally.broken.push('no test ran');
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${name}: ${tally.passed} passed, ${tally.failed + tally.broken.length} failed (${seconds} s)`);
  return tally;
}

/**
 * Prints what the suites came to, and their sum alone on the last line.
 * @param {Tally[]} tallies
 * @param {{ allowSkipped: boolean }} options
 * @returns {number} the exit code
 */
export function sumUp(tallies, { allowSkipped }) {
  console.log('');
  let passed = 0;
  let failed = 0;
  for (const { name, ...tally } of tallies) {
    const troubles = [
      ...tally.broken,
      ...(allowSkipped ? [] : tally.skipped.map((test) => `skipped: ${test}`)),
    ];
    for (const trouble of troubles) console.log(`${name}: ${trouble}`);
    passed += tally.passed;
    failed += tally.failed + troubles.length;
  }
  for (const { name, ...tally } of tallies) {
    console.log(`${name.padEnd(8)}${tally.passed} of ${tally.passed + tally.failed}`);
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** @param {any} report vitest's JSON @param {string} name @returns {Tally} */
export function tallyVitest(report, name) {
  /** @type {Tally} */
  const tally = { name, passed: 0, failed: 0, skipped: [], broken: [] };
  for (const file of report.testResults) {
    const tests = file.assertionResults;
    if (file.status === 'failed' && !tests.some((/** @type {any} */ test) => test.status === 'failed')) {
      tally.broken.push(`${relative(root, file.name)}: ${file.message || 'failed outside its tests'}`);
    }
    for (const test of tests) {
      if (test.status === 'passed') tally.passed++;
      else if (test.status === 'failed') tally.failed++;
      else tally.skipped.push(`${relative(root, file.name)}: ${test.fullName}`);
    }
  }
  return tally;
}

/** @param {any} report Playwright's JSON @param {string} name @returns {Tally} */
export function tallyPlaywright(report, name) {
  /** @type {Tally} */
  const tally = { name, passed: 0, failed: 0, skipped: [], broken: [] };
  for (const error of report.errors) tally.broken.push(error.message);
  const visit = (/** @type {any} */ suite) => {
    for (const child of suite.suites ?? []) visit(child);
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        if (test.status === 'skipped') tally.skipped.push(`${spec.file}: ${spec.title}`);
        else if (test.status === 'expected' || test.status === 'flaky') tally.passed++;
        else tally.failed++;
      }
    }
  };
  for (const suite of report.suites) visit(suite);
  return tally;
}
