import { expect, test } from 'vitest';
import { statementSummary } from './statement-summary.ts';

test.each([
  ['SELECT 1', 'SELECT'],
  ['  select code from "links" where code = $1', 'SELECT links'],
  ['WITH old AS (SELECT * FROM aliases) INSERT INTO links (code) VALUES ($1)', 'INSERT links'],
  ['UPDATE links SET enabled = $1 FROM workspaces', 'UPDATE links'],
  ['SELECT * FROM outbox FOR UPDATE SKIP LOCKED', 'SELECT outbox'],
  ['DELETE FROM outbox WHERE id = $1', 'DELETE outbox'],
  ['BEGIN', 'BEGIN'],
  ['', 'statement'],
])('%s is called %s', (sql, summary) => {
  expect(statementSummary(sql)).toBe(summary);
});

test('only the head of a statement is looked at, however long it is', () => {
  expect(statementSummary(`INSERT INTO clicks FORMAT X\n${'["a"]\n'.repeat(1_000_000)}`)).toBe(
    'INSERT clicks',
  );
  expect(statementSummary(`${' '.repeat(5_000)}SELECT * FROM secrets`)).toBe('statement');
});
