import type { ClickEvent } from '@brevia/core';

let serial = 0;

/** A click with an id of its own; everything else is ordinary unless said otherwise. */
export function testClick(fields: Partial<ClickEvent> = {}): ClickEvent {
  return {
    id: `test-${serial++}`,
    domain: 'default',
    code: 'abc1234',
    owner: '',
    ts: Date.UTC(2026, 10, 30, 12),
    country: 'FR',
    referrer: 'www.example.org',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    language: 'fr-FR',
    visitor: '1',
    region: 'local',
    ...fields,
  };
}
