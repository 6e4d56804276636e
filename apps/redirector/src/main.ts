import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { pino, type Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import { runPrimary } from './cluster/primary.ts';
import { readConfig, type Config } from './config.ts';
import { createMetricsServer } from './metrics/server.ts';
import { listen } from './server.ts';
import { startRedirector } from './start.ts';

// Where every request misses the LRU there is so much garbage that V8 lets the heap grow to four times of what lives:
// 244 MB resident; 185 MB if it may grow by half, at the same speed. Not a limit, so nothing can run out of memory by it.
setFlagsFromString('--heap-growing-percent=50');

try {
  const config = readConfig(process.env);
  const slot = Number(process.env['BREVIA_SLOT'] ?? 1);
  const log = pino({ level: config.logLevel, base: { app: 'redirector', pid: process.pid, slot } });
  if (config.processes > 1 && cluster.isPrimary) await servePrimary(config, log);
  else await serveAlone(config, log);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

async function serveAlone(config: Config, log: Logger): Promise<void> {
  const redirector = await startRedirector(config, log);
  const { url, registry } = redirector;
  let metricsUrl: string | undefined;
  if (cluster.isWorker) {
    // The primary collects from all processes; this answers it.
    AggregatorRegistry.setRegistries([registry]);
    new AggregatorRegistry();
  } else {
    const metrics = createMetricsServer(async () => ({
      contentType: registry.contentType,
      body: await registry.metrics(),
    }));
    metricsUrl = `${await listen(metrics, config.metricsPort, config.host)}/metrics`;
  }
  log.info({ url, metricsUrl }, 'the redirector serves');
  process.send?.({ type: 'ready', url, metricsUrl });
  onShutdown(log, () => redirector.stop());
}

async function servePrimary(config: Config, log: Logger): Promise<void> {
  const primary = await runPrimary({ processes: config.processes, log });
  const registry = new AggregatorRegistry();
  const metrics = createMetricsServer(async () => ({
    contentType: registry.contentType,
    body: await registry.clusterMetrics(),
  }));
  const metricsUrl = `${await listen(metrics, config.metricsPort, config.host)}/metrics`;
  log.info({ url: primary.url, metricsUrl, processes: config.processes }, 'the redirector serves');
  process.send?.({ type: 'ready', url: primary.url, metricsUrl });
  onShutdown(log, () => primary.stop());
}

/** Ends cleanly on the first signal, or when whoever started this process is gone; at once on the second signal. */
function onShutdown(log: Logger, stop: () => Promise<void>): void {
  let isStopping = false;
  const shutDown = (reason: string): void => {
    if (isStopping && reason !== 'disconnect') process.exit(1);
    if (isStopping) return;
    isStopping = true;
    log.info({ reason }, 'the redirector drains');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the redirector did not end cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', shutDown);
  process.on('SIGINT', shutDown);
  process.on('disconnect', () => shutDown('disconnect'));
}
