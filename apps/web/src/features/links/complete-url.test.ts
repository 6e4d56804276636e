import { describe, expect, it } from 'vitest';
import { completeUrl } from './complete-url.ts';

describe('completeUrl', () => {
  it('puts https before a bare host', () => {
    expect(completeUrl('example.com')).toBe('https://example.com');
    expect(completeUrl('  example.com:8080/a?b#c ')).toBe('https://example.com:8080/a?b#c');
    expect(completeUrl('münchen.example/x')).toBe('https://münchen.example/x');
  });
  it.each([
    'http://example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'mailto:a@b.example',
    'hello',
    '',
    'user@example.com',
  ])('leaves %j to the server', (raw) => {
    expect(completeUrl(raw)).toBe(raw);
  });
});
