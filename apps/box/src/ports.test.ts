import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { choosePorts } from './ports.ts';
import { readSettings } from './settings.ts';

const counting = (from: number) => () => Promise.resolve(from++);
const anyPort = { WEB_PORT: '0', REDIRECTOR_PORT: '0', METRICS_PORT: '0' };

describe('the ports of the box', () => {
  test('are all different when any free one will do, even if the system offers one twice', async () => {
    const offers = [7001, 7001, 7002, 7002, 7003, 7004, 7005];
    const ports = await choosePorts(readSettings(anyPort), () => Promise.resolve(offers.shift() ?? 0));
    expect(ports).toEqual({
      web: 7001,
      redirector: 7002,
      metrics: { web: 7003, redirector: 7004, worker: 7005 },
    });
  });

  test('that are in use are said all at once, each with its number and its setting', async () => {
    const one = createServer();
    const other = createServer();
    await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
    await new Promise<void>((resolve) => other.listen(0, '0.0.0.0', resolve));
    const [web, redirector] = [one, other].map((server) => (server.address() as AddressInfo).port);
    const settings = readSettings({ ...anyPort, WEB_PORT: String(web), REDIRECTOR_PORT: String(redirector) });
    const choosing = choosePorts(settings, counting(7001)).finally(() => {
      one.close();
      other.close();
    });
    await expect(choosing).rejects.toThrow(
      new RegExp(`${web} \\(WEB_PORT\\) is in use[\\s\\S]*${redirector} \\(REDIRECTOR_PORT\\) is in use`),
    );
  });
});
