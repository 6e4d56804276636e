import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { about, MANIFEST, type Archive } from './archive.ts';
import { parseName, sortNames } from './names.ts';

export interface S3Place {
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
}

/** 10,000 parts at most: objects up to 160 GB. Two are on their way at a time. */
const PART_BYTES = 16 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const DELETE_AT_ONCE = 1_000;

/**
 * Backups under a prefix of a bucket, one "folder" each. Objects can't be renamed; a backup is one when it has its manifest,
 * which is written last and removed first.
 */
export function createS3Archive(client: S3Client, { bucket, prefix }: S3Place): Archive {
  const address = `s3://${bucket}/${prefix}`;
  const inside = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw about(`The backups in ${address}`, error);
    }
  };

  async function keysUnder(start: string): Promise<string[]> {
    const keys: string[] = [];
    for (let token: string | undefined; ;) {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: start, ContinuationToken: token }),
      );
      keys.push(...(page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key])));
      token = page.NextContinuationToken;
      if (page.IsTruncated !== true || token === undefined) return keys;
    }
  }

  async function deleteKeys(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += DELETE_AT_ONCE) {
      const Objects = keys.slice(at, at + DELETE_AT_ONCE).map((Key) => ({ Key }));
      const answer = await client.send(
        new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
      );
      const [failed] = answer.Errors ?? [];
      if (failed !== undefined)
        throw new Error(`${failed.Key} could not be removed: ${failed.Message ?? failed.Code}`);
    }
  }

  async function removeAll(name: string): Promise<void> {
    const keys = await keysUnder(`${prefix}${name}/`);
    const isManifest = (key: string) => key.endsWith(`/${MANIFEST}`);
    await deleteKeys(keys.filter(isManifest));
    await deleteKeys(keys.filter((key) => !isManifest(key)));
  }

  /** What a process that was killed left of a file: parts that are stored and paid for, but in no list. */
  async function abortUploads(before: Date): Promise<void> {
    const found = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }));
    for (const { Key, UploadId } of found.Uploads ?? []) {
      const parsed = parseName(Key?.slice(prefix.length).split('/')[0] ?? '');
      if (parsed === null || parsed.at >= before) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
    }
  }

  /** Names of all backups, each with whether it is whole. */
  async function survey(): Promise<Map<string, boolean>> {
    const found = new Map<string, boolean>();
    for (const key of await keysUnder(prefix)) {
      const [name, file] = key.slice(prefix.length).split('/');
      if (name === undefined || parseName(name) === null) continue;
      found.set(name, found.get(name) === true || file === MANIFEST);
    }
    return found;
  }

  return {
    address,
    list: () =>
      inside(async () => sortNames([...(await survey())].flatMap(([name, whole]) => (whole ? [name] : [])))),
    begin: (name) =>
      Promise.resolve({
        write: (file, body, signal) =>
          inside(async () => {
            signal.throwIfAborted();
            const upload = new Upload({
              client,
              params: { Bucket: bucket, Key: `${prefix}${name}/${file}`, Body: body },
              partSize: PART_BYTES,
              queueSize: PARTS_AT_ONCE,
            });
            const abort = () => void upload.abort();
            signal.addEventListener('abort', abort);
            try {
              await upload.done();
            } finally {
              signal.removeEventListener('abort', abort);
              body.destroy();
            }
          }),
        publish: (manifest) =>
          inside(async () => {
            const Key = `${prefix}${name}/${MANIFEST}`;
            const ContentType = 'application/json';
            await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: manifest, ContentType }));
          }),
        discard: () => inside(() => removeAll(name)),
      }),
    read: (name, file) =>
      inside(async () => {
        const answer = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: `${prefix}${name}/${file}` }),
        );
        if (!(answer.Body instanceof Readable)) throw new Error(`${file} came without a body`);
        return answer.Body;
      }),
    remove: (name) => inside(() => removeAll(name)),
    sweepDrafts: (before) =>
      inside(async () => {
        const drafts = [...(await survey())].filter(([name, whole]) => {
          const parsed = parseName(name);
          return !whole && parsed !== null && parsed.at < before;
        });
        for (const [name] of drafts) await removeAll(name);
        // Not every storage can list them, and none of them is a backup: a lifecycle rule may do it too.
        await abortUploads(before).catch(() => undefined);
        return drafts.length;
      }),
  };
}
