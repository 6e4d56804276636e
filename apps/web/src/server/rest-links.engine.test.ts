import { engines } from '@brevia/engines/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, member } from './testing/client.ts';
import { startWeb, type Web } from './testing/start-web.ts';

let web: Web;
let owner: Awaited<ReturnType<typeof member>>;

beforeAll(async () => {
  web = await startWeb({ redisUrl: engines().redisUrl });
  owner = await member(web);
});
afterAll(() => web.close());

describe('POST /links', () => {
  test('answers 201 with the link and its Location', async () => {
    const answer = await call(web, 'POST', '/links', {
      key: owner.key,
      body: { long_url: 'https://example.com/a' },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      long_url: 'https://example.com/a',
      expires_at: null,
      state: 'active',
    });
    const code = answer.body['code'] as string;
    expect(code).toMatch(/^[0-9A-Za-z]{7}$/);
    expect(answer.body['short_url']).toBe(`http://s.test/${code}`);
    expect(answer.headers.get('location')).toBe(`http://brevia.test/api/v1/links/${code}`);
    expect(answer.body['created_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const read = await call(web, 'GET', `/links/${code}`, { key: owner.key });
    expect(read).toMatchObject({ status: 200, body: answer.body });
  });
});
