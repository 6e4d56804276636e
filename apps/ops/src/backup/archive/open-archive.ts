import { resolve } from 'node:path';
import { BackupError, type Archive } from './archive.ts';
import { createFolderArchive } from './folder-archive.ts';
import type { S3Place } from './s3-archive.ts';

export interface S3Options {
  /** Of a storage that is not Amazon's. */
  readonly endpoint?: string | undefined;
}

/**
 * The place of backups that an operator named: a folder, or `s3://bucket/prefix`. Credentials and region come from where
 * every AWS program looks for them.
 */
export async function openArchive(address: string, { endpoint }: S3Options): Promise<Archive> {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return createFolderArchive(resolve(address));
  const place = parsePlace(address);
  // Only who uses S3 waits for its client to be loaded.
  const [{ S3Client }, { createS3Archive }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('./s3-archive.ts'),
  ]);
  const client = new S3Client({
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(endpoint !== undefined && process.env['AWS_REGION'] === undefined ? { region: 'us-east-1' } : {}),
    // Newer checksums that Amazon knows make others refuse an upload.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return createS3Archive(client, place);
}

function parsePlace(address: string): S3Place {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(address);
  const [, bucket, path = ''] = match ?? [];
  if (bucket === undefined)
    throw new BackupError(`${address} is neither a folder nor an address such as s3://bucket/prefix.`);
  const prefix = path.replace(/^\/+|\/+$/g, '');
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` };
}
