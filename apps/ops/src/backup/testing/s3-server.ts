import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

export interface S3Server {
  readonly endpoint: string;
  readonly bucket: string;
  /** What the AWS SDK reads from the environment. */
  readonly credentials: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** An S3-compatible server on loopback with one empty bucket. */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'brevia-s3-'));
  const bucket = 'backups';
  const address = '127.0.0.1';
  const server = new S3rver({
    port: 0,
    address,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  return {
    endpoint: `http://${address}:${port}`,
    bucket,
    credentials: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    stop: async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
