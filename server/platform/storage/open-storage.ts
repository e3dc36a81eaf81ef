import path from 'node:path';
import type { Config } from '../../config.ts';
import { openFolderStorage } from './folder-storage.ts';
import { openS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

type Needs = Pick<
  Config,
  'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

/**
 * The bucket of the settings, else a folder below `dataDir`.
 * @param onAway told when the bucket gives no answer, with which the product starts without it; else that is thrown
 * @throws when it can't be reached or written
 */
export function openStorage(
  config: Needs,
  dataDir: string,
  onAway?: (error: unknown) => void,
): Promise<Storage> {
  const { S3_BUCKET: name, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!name || !accessKeyId || !secretAccessKey) return openFolderStorage(path.join(dataDir, 'storage'));
  const region = config.S3_REGION;
  const endpoint = (config.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`).replace(/(?<!\/)\/+$/, '');
  return openS3Storage({ name, endpoint, region, accessKeyId, secretAccessKey }, { onAway });
}
