import type { FieldError } from '@brevia/core';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** zod's issues in our words: one entry a field, with a code that programs can rely on. */
export function fieldErrors(issues: readonly Issue[]): FieldError[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        field: fieldName([...issue.path, key]),
        code: 'unknown_field',
        message: 'There is no such field.',
      }));
    }
    return [{ field: fieldName(issue.path), code: codeOf(issue), message: messageOf(issue) }];
  });
}

function fieldName(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'body' : path.map(String).join('.');
}

function isMissing(issue: Issue): boolean {
  return issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
}

function messageOf(issue: Issue): string {
  return isMissing(issue) ? 'Is required.' : issue.message;
}

function codeOf(issue: Issue): string {
  if (isMissing(issue)) return 'required';
  if (issue.code === 'custom' && typeof issue.params?.['code'] === 'string') return issue.params['code'];
  return issue.code === 'custom' ? 'invalid_value' : issue.code;
}
