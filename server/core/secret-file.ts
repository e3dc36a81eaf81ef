import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readFileIfAny } from '../../packages/files/durable-files.ts';

/** Readable by its owner alone (0600). Of two processes that start at once one reads the other's. @returns 64 hex digits */
export async function secretFile(dataDir: string, name: string): Promise<string> {
  const file = path.join(dataDir, name);
  const kept = await readSecretFile(file);
  if (kept) return kept;
  const secret = randomBytes(32).toString('hex');
  try {
    await writeFile(file, secret, { flag: 'wx', mode: 0o600, flush: true });
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return waitForSecret(file);
}

/** @returns the secret, null where there is none or only a part of one */
export async function readSecretFile(file: string): Promise<string | null> {
  const text = (await readFileIfAny(file))?.trim() ?? '';
  return text.length >= 64 ? text : null;
}

/** Another process has created the file and may still be writing it. */
async function waitForSecret(file: string): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const secret = await readSecretFile(file);
    if (secret) return secret;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${file} is damaged. Restore it from a backup; at the first start, remove it.`);
}
