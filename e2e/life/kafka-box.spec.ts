import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { clientOf, type Answer } from '../box/client.ts';
import { runOps } from '../box/operator.ts';
import { test } from '../box/own-box.ts';
import { until } from '../box/poll.ts';
import { untilNoneIsLeft } from '../box/processes.ts';
import { redisPid } from '../box/redis.ts';

const long_url = 'https://example.com/kafka';
const email = 'owner@example.com';

test.setTimeout(420_000);

test('a box with Kafka and Redis: works, outlives Redis, and a kill -9 of all of it loses nothing', async ({
  own,
}) => {
  const { dataDir } = own;
  const first = await own.start({ args: ['--kafka'] });
  const { redis, kafka } = first.endpoints.engines;
  let apiKey = '';
  let code = '';

  await test.step('RUN-5: endpoints.json names every engine', () => {
    expect(kafka).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(redis).toMatch(/^redis:\/\//);
  });

  await test.step('CLICK-2: a click goes through Kafka into the stats within 5 s', async () => {
    await runOps(dataDir, ['user', 'create', '--email', email, '--password', 'correct horse battery']);
    apiKey = (await runOps(dataDir, ['api-key', 'create', '--email', email])).trim();
    const client = clientOf(first.endpoints, apiKey);
    ({ code } = await client.create({ long_url }));
    await client.visit(`/${code}`);
    await client.untilCounted(code, 1, 5_000);
  });

  let visits = 1;
  await test.step('RED-7: Redis is killed twice, redirects go on without one failure, and Redis comes back on its port', async () => {
    const client = clientOf(first.endpoints, apiKey);
    const before = await redisPid(redis);
    for (let kill = 0; kill < 2; kill += 1) {
      process.kill((await redisPid(redis)) as number, 'SIGKILL');
      const answers: Answer[] = [];
      await until(
        'Redis',
        async () => {
          const fresh = await client.create({ long_url });
          answers.push(await client.visit(`/${code}`), await client.visit(`/${fresh.code}`));
          return redisPid(redis);
        },
        (pid) => pid !== null && answers.length > 20,
        30_000,
      );
      visits += answers.length / 2;
      expect(answers.filter(({ status }) => status !== 302)).toEqual([]);
    }
    expect(await redisPid(redis)).not.toBe(before);
    expect(first.output()).toMatch(/redis ended .*starting it again[\s\S]*redis is back/);
  });

  await test.step('RED-4: with Redis back, changes are seen everywhere again', async () => {
    const client = clientOf(first.endpoints, apiKey);
    const { code: gone } = await client.create({ long_url });
    expect((await client.visit(`/${gone}`)).status).toBe(302);
    await client.call('DELETE', `/links/${gone}`);
    // The redirector may be on its way back to Redis: the bound of its own memory holds meanwhile.
    const visitGone = async () => (await client.visit(`/${gone}`)).status;
    await until('the end of a deleted link', visitGone, (status) => status === 404, 6_000);
  });

  await test.step('kill -9 of every process', async () => {
    await clientOf(first.endpoints, apiKey).untilCounted(code, visits, 10_000);
    await first.killTree();
    await untilNoneIsLeft(dataDir, 30_000);
  });

  const second = await own.start({ args: ['--kafka'] });
  await test.step('the next start finds links, keys and clicks', async () => {
    const client = clientOf(second.endpoints, apiKey);
    expect(await client.stats(code)).toMatchObject({ total_clicks: visits });
    expect((await client.visit(`/${code}`)).status).toBe(302);
    // The killed worker holds its partitions until its session of 15 s is over.
    await client.untilCounted(code, visits + 1, 40_000);
  });

  await test.step('kill -9 of npm alone: the box ends in order, and nothing is left running', async () => {
    await second.killNpm();
    await untilNoneIsLeft(dataDir, 30_000);
    expect(second.output()).toMatch(
      /npm was killed, so this ends too[\s\S]*Ending: requests, clicks and engines drain/,
    );
    expect(existsSync(join(dataDir, 'endpoints.json'))).toBe(false);
  });
});
