import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { unlessMissing } from '../files/durable-files.ts';

/** The operating system's user that runs PostgreSQL for us when we are root. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

interface Outcome {
  /** 0 when it went well; else the exit status, or the system's error code when it didn't even start. */
  code: number | string;
  output: string;
}

/**
 * Runs a program to its end, as `account` if there is one; never rejects.
 * The environment is replaced, not extended: PG* and LD_* variables of the caller must not reach PostgreSQL.
 */
export function runAs(
  account: Account | undefined,
  file: string,
  args: string[],
  place: { cwd: string; env?: Record<string, string> } = { cwd: '/' },
): Promise<Outcome> {
  const path = process.env.PATH ?? '/usr/bin:/bin';
  // macOS numbers `nobody` 4294967294, and spawn takes a signed integer.
  const identity = account === undefined ? {} : { uid: account.uid | 0, gid: account.gid | 0 };
  return new Promise((resolve) => {
    execFile(
      file,
      args,
      { cwd: place.cwd, env: { PATH: path, LC_ALL: 'C', TZ: 'UTC', ...place.env }, ...identity },
      (error, stdout, stderr) => {
        const output = `${stdout}${stderr}`.trim();
        if (error === null) resolve({ code: 0, output });
        else resolve({ code: error.code ?? error.signal ?? 1, output: output || error.message });
      },
    );
  });
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Chooses the user that runs PostgreSQL when we are root, since it refuses to run as root: the owner of `home` (so that a
 * `postgres` user added later does not orphan the data), else `postgres` if there is one, else `nobody`.
 * @throws Error when the machine has none of them.
 */
export async function accountFor(home: string): Promise<Account> {
  // A fault other than 'not there' is thrown: a guess could orphan the data.
  const owner = await unlessMissing(stat(home));
  if (owner !== null && owner.uid !== 0) {
    return { name: await userName(owner.uid), uid: owner.uid, gid: owner.gid };
  }
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const [uid, gid] = await Promise.all([numberOf('-u', name), numberOf('-g', name)]);
    if (uid !== undefined && gid !== undefined && uid !== 0) return { name, uid, gid };
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody to run it: ' +
      'start as an ordinary user, or set DATABASE_URL.',
  );
}

export async function userName(uid: number): Promise<string> {
  const { code, output } = await runAs(undefined, 'id', ['-un', String(uid)]);
  return code === 0 ? output : `user ${uid}`;
}

async function numberOf(flag: '-u' | '-g', name: string): Promise<number | undefined> {
  const { code, output } = await runAs(undefined, 'id', [flag, name]);
  return code === 0 && /^-?\d+$/.test(output) ? Number(output) >>> 0 : undefined;
}
