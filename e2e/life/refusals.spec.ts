import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { failToStart, temporaryDataDir } from '../box/box.ts';
import { sharedBox } from '../box/shared-box.ts';

const folder = temporaryDataDir();
test.afterAll(() => folder.remove());

test('a port in use is said with its number and its setting, and nothing is started', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { code, output } = await failToStart({
    dataDir: folder.path,
    env: { REDIRECTOR_PORT: String(port) },
  });
  server.close();
  expect(code).toBe(1);
  expect(output).toContain(`Port ${port} (REDIRECTOR_PORT) is in use`);
  expect(output).not.toContain('start postgres');
});

test('wrong settings are listed all at once, and secrets are not repeated', async () => {
  const { code, output } = await failToStart({
    dataDir: folder.path,
    env: {
      WEB_PORT: 'eighty',
      DATABASE_URL: 'mysql://x',
      CODE_KEY: 'too-short-secret',
      LIMIT_CREATE_PER_USER: '-1',
    },
  });
  expect(code).toBe(1);
  for (const name of ['WEB_PORT', 'DATABASE_URL', 'CODE_KEY', 'LIMIT_CREATE_PER_USER'])
    expect(output).toContain(`${name}:`);
  expect(output).not.toContain('too-short-secret');
});

test('a second box on the same data folder is refused, and the first one goes on', async () => {
  const shared = sharedBox();
  const { code, output } = await failToStart({ dataDir: shared.dataDir });
  expect(code).toBe(1);
  expect(output).toContain('is running');
  expect((await fetch(`${shared.endpoints.web}/healthz`)).status).toBe(200);
});

test('an option that does not exist shows the ones that do', async () => {
  const { code, output } = await failToStart({ dataDir: folder.path, args: ['--nonsense'] });
  expect(code).toBe(1);
  expect(output).toContain('--demo');
});
