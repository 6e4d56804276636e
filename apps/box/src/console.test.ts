import { describe, expect, test } from 'vitest';
import { compact } from './console.ts';

describe('a log line on the console', () => {
  test('of a structured log shows its message, its level when it matters, and its own fields', () => {
    const line =
      '{"level":40,"time":1,"pid":2,"hostname":"h","name":"worker","msg":"ClickHouse is away","tries":3}';
    expect(compact(line)).toBe('warn ClickHouse is away tries=3');
  });

  test('of an error shows its message and leaves the stack to the file', () => {
    const line =
      '{"level":50,"msg":"a request failed","err":{"type":"Error","message":"no answer","stack":"Error: no answer\\n    at"}}';
    expect(compact(line)).toBe('error a request failed err=no answer');
  });

  test('at level info shows no level', () => {
    expect(compact('{"level":30,"msg":"listening","err":{"code":"X"}}')).toBe('listening err={"code":"X"}');
  });

  test.each(['Error: plain text', '{"cut": ', ''])(
    'that is no structured log is shown as it is: %j',
    (line) => {
      expect(compact(line)).toBe(line);
    },
  );
});
