import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { S3StandInServer } from '../../test/stand-ins/s3-stand-in-server.ts';
import type { Fleet } from './fleet.ts';

const FOR_MS = 2_000;
const REQUESTS = 30;

export type Faults = Record<string, () => Promise<void>>;

export function fleetFaults(fleet: Fleet, bucket: S3StandInServer, mail: { away: boolean }): Faults {
  async function storageMeets(...faults: S3StandInServer['faults']): Promise<void> {
    bucket.faults.push(...faults);
    await sleep(FOR_MS);
    bucket.faults.length = 0;
  }
  const some = <Kind>(kind: Kind): Kind[] => Array.from({ length: REQUESTS }, () => kind);
  return {
    'a web process is killed': () => fleet.restart('web', randomInt(2)),
    'a worker process is killed': () => fleet.restart('worker', randomInt(2)),
    'the clock of a web process jumps': () => fleet.jump('web', randomInt(2), FOR_MS),
    'the clock of a worker process jumps': () => fleet.jump('worker', randomInt(2), FOR_MS),
    'the mail server is away': async () => {
      mail.away = true;
      await sleep(FOR_MS);
      mail.away = false;
    },
    'the storage is away': () =>
      storageMeets(...some('unavailable' as const), 'reset', 'reset-after-answer', 'cut-answer'),
    'the storage is slow': () => storageMeets(...some('slow' as const)),
  };
}

/**
 * Faults of the disk that holds the database.
 * @param folder where it is mounted
 * @param write has the database ask for more of it until that is refused: what it has set aside lasts a while
 */
export function diskFaults(folder: string, write: () => Promise<void>): Faults {
  return {
    'the disk hangs': async () => {
      run('fsfreeze', '--freeze', folder);
      try {
        await sleep(FOR_MS);
      } finally {
        run('fsfreeze', '--unfreeze', folder);
      }
    },
    'the disk is full': async () => {
      const { bavail, bsize } = statfsSync(folder);
      const ballast = path.join(folder, 'ballast');
      run('fallocate', '--length', String(bavail * bsize), ballast);
      try {
        await Promise.all([write(), sleep(FOR_MS)]);
      } finally {
        rmSync(ballast);
      }
    },
  };
}

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}
