import path from 'node:path';
import type { Config } from '../config.ts';
import { openFolderStorage } from './folder-storage.ts';
import type { Bucket } from './s3-client.ts';
import { openS3Storage, s3StorageOf } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/**
 * The bucket of the settings, else a folder below DATA_DIR.
 * @param onAway called when the bucket does not answer: the product starts without it; if absent, that is thrown
 * @throws when it can't be reached or written
 */
export function openStorage(config: Config, onAway?: (error: unknown) => void): Promise<Storage> {
  const bucket = bucketOf(config, 'S3');
  return bucket
    ? openS3Storage(bucket, { onAway })
    : openFolderStorage(path.resolve(config.DATA_DIR, 'storage'));
}

/** Null where none is set. Nothing checks whether it answers. */
export function backupBucketOf(config: Config): Storage | null {
  const bucket = bucketOf(config, 'BACKUP_S3');
  return bucket ? s3StorageOf(bucket) : null;
}

/** @returns null where the settings name none */
function bucketOf(config: Config, prefix: 'S3' | 'BACKUP_S3'): Bucket | null {
  const name = config[`${prefix}_BUCKET`];
  const region = config[`${prefix}_REGION`];
  const accessKeyId = config[`${prefix}_ACCESS_KEY_ID`];
  const secretAccessKey = config[`${prefix}_SECRET_ACCESS_KEY`];
  if (!name || !accessKeyId || !secretAccessKey) return null;
  const given = config[`${prefix}_ENDPOINT`] ?? `https://s3.${region}.amazonaws.com`;
  const endpoint = given.replace(/(?<!\/)\/+$/, '');
  return { name, endpoint, region, accessKeyId, secretAccessKey };
}
