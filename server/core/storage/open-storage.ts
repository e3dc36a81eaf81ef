import path from 'node:path';
import type { Config } from '../config.ts';
import { openFolderStorage } from './folder-storage.ts';
import type { Bucket } from './s3-client.ts';
import { openS3Storage, s3StorageOf } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/**
 * The bucket of the settings, else a folder below DATA_DIR.
 * @param onAway told when the bucket gives no answer, with which the product starts without it; else that is thrown
 * @throws when it can't be reached or written
 */
export function openStorage(config: Config, onAway?: (error: unknown) => void): Promise<Storage> {
  const bucket = bucketOf({
    name: config.S3_BUCKET,
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  });
  return bucket
    ? openS3Storage(bucket, { onAway })
    : openFolderStorage(path.resolve(config.DATA_DIR, 'storage'));
}

/** Not asked whether it answers; null where none is set. */
export function backupBucketOf(config: Config): Storage | null {
  const bucket = bucketOf({
    name: config.BACKUP_S3_BUCKET,
    endpoint: config.BACKUP_S3_ENDPOINT,
    region: config.BACKUP_S3_REGION,
    accessKeyId: config.BACKUP_S3_ACCESS_KEY_ID,
    secretAccessKey: config.BACKUP_S3_SECRET_ACCESS_KEY,
  });
  return bucket ? s3StorageOf(bucket) : null;
}

/** @returns null where the settings name none */
function bucketOf(given: { [Part in keyof Bucket]: string | undefined } & { region: string }): Bucket | null {
  const { name, region, accessKeyId, secretAccessKey } = given;
  if (!name || !accessKeyId || !secretAccessKey) return null;
  const endpoint = (given.endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/(?<!\/)\/+$/, '');
  return { name, endpoint, region, accessKeyId, secretAccessKey };
}
