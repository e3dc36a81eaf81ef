import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from './cluster.ts';
import { exists, isMissing, writeWhole } from './files.ts';

/**
 * The cluster's password, made (192 random bits) and kept in DATA_DIR/postgres-password, mode 0600, before
 * the cluster is.
 * @throws Error when there is a cluster and its password is gone.
 */
export async function clusterPassword(dataDir: string, cluster: Pick<Cluster, 'dir'>): Promise<string> {
  const file = join(dataDir, 'postgres-password');
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  if (await exists(cluster.dir)) {
    throw new Error(
      `${file} is missing, and the database in ${cluster.dir} needs it: restore it from a backup.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  await writeWhole(file, `${password}\n`, 0o600);
  return password;
}
