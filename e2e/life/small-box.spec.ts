import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { clientOf } from '../box/client.ts';
import { test } from '../box/own-box.ts';
import { untilNoneIsLeft } from '../box/processes.ts';
import { runOps } from '../box/operator.ts';

/** A Redis that never answers stands for a machine without one. */
const env = { REDIS_URL: 'redis://127.0.0.1:1', LIMIT_CREATE_PER_USER: '', LIMIT_CREATE_ANONYMOUS: '' };
const long_url = 'https://example.com/kept';
const email = 'owner@example.com';

test.setTimeout(300_000);

test('a box without Redis and Kafka: works, is stopped, killed and started again, and loses nothing', async ({
  own,
}) => {
  const { dataDir } = own;
  const first = await own.start({ env });
  let apiKey = '';
  let code = '';

  await test.step('RUN-5: an operator makes an account and a key while the box runs', async () => {
    const made = await runOps(dataDir, ['user', 'create', '--email', email, '--admin']);
    expect(made).toMatch(/administrator owner@example\.com[\s\S]*Password: \S{20}/);
    apiKey = (
      await runOps(dataDir, [
        'api-key',
        'create',
        '--email',
        email,
        '--scopes',
        'links:read,links:write,stats:read',
      ])
    ).trim();
    expect(apiKey).toMatch(/^brv_/);
  });

  await test.step('RED-7: a link is made, followed and counted', async () => {
    const client = clientOf(first.endpoints, apiKey);
    ({ code } = await client.create({ long_url }));
    expect((await client.visit(`/${code}`)).status).toBe(302);
    await client.untilCounted(code, 1, 5_000);
  });

  await test.step('API-3: without Redis too, the 11th anonymous create of a minute is a 429 that says when to come back', async () => {
    const anonymous = clientOf(first.endpoints);
    const answers = [];
    for (let number = 0; number < 11; number += 1)
      answers.push(await anonymous.call('POST', '/links', { long_url }));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(201), 429]);
    expect(Number(answers[10]?.headers['retry-after'])).toBeGreaterThan(0);
  });

  await test.step('files with secrets are for their owner only', () => {
    for (const name of ['secrets.json', 'endpoints.json']) {
      expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
    }
  });

  await test.step('Ctrl-C in the middle of clicks: everything ends, nothing is left running', async () => {
    const client = clientOf(first.endpoints, apiKey);
    const visits = await Promise.all(Array.from({ length: 20 }, () => client.visit(`/${code}`)));
    expect(visits.filter(({ status }) => status === 302)).toHaveLength(20);
    expect(await first.interrupt()).toBe(0);
    await untilNoneIsLeft(dataDir);
    expect(() => readFileSync(join(dataDir, 'endpoints.json'))).toThrow(/ENOENT/);
  });

  const second = await own.start({ env });
  await test.step('the second start finds links, keys and every click, and builds nothing again', async () => {
    // Within 20 s on a machine of its own (7 to 12 s were seen); the bound leaves room for a busy one.
    expect(second.tookMs).toBeLessThan(45_000);
    const client = clientOf(second.endpoints, apiKey);
    expect((await client.visit(`/${code}`)).status).toBe(302);
    await client.untilCounted(code, 22, 5_000);
  });

  await test.step('kill -9 of the box alone: apps and engines end by themselves', async () => {
    const lock = JSON.parse(readFileSync(join(dataDir, 'box.lock'), 'utf8')) as { pid: number };
    process.kill(lock.pid, 'SIGKILL');
    await untilNoneIsLeft(dataDir, 30_000);
  });

  const third = await own.start({ env });
  await test.step('the third start finds it all again', async () => {
    const client = clientOf(third.endpoints, apiKey);
    expect((await client.visit(`/${code}`)).status).toBe(302);
    await client.untilCounted(code, 23, 5_000);
  });

  await test.step('SIGTERM ends it as well', async () => {
    expect(await third.interrupt('SIGTERM')).toBe(0);
    await untilNoneIsLeft(dataDir);
  });
});
