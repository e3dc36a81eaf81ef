import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, chown, mkdir, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { exists, readFileIfAny, unlessMissing, writeFileDurably } from '../files/durable-files.ts';
import type { Account } from './os-account.ts';
import { accountFor, isRoot, runAs, userName } from './os-account.ts';
import { PROGRAM } from './program.ts';

export interface Placement {
  /** Undefined: we aren't root, and PostgreSQL runs as ourselves. */
  account: Account | undefined;
  /** A folder that `account` can reach: DATA_DIR, or a system folder in its place. */
  shelf: string;
  /** `<shelf>/postgres`, 0700, owned by the account: the cluster, its socket, its log. */
  home: string;
}

/** File in DATA_DIR, only where the cluster is in a system folder. */
export const RECORD = 'postgres-location.json';
export const location = z.object({ dataDir: z.string(), shelf: z.string() });
type Location = z.infer<typeof location>;

/**
 * /var/lib is where a system keeps its programs' state (FHS 5.8); macOS has /var/db. Never a temporary
 * folder, not even /var/tmp: systemd-tmpfiles empties it of files untouched for 30 days.
 */
const SYSTEM_FOLDERS = ['/var/lib', '/var/db', '/opt'];

/**
 * Creates DATA_DIR, mode 0711 so that PostgreSQL's user can pass through it. Returns its real path.
 * @throws Error when the database in it belongs to a user as which we cannot run it.
 */
export async function prepareDataDir(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const real = await realpath(dataDir);
  const info = await stat(real);
  const ours = isRoot() || info.uid === process.getuid?.();
  const sharedByAll = (info.mode & 0o1000) !== 0;
  if (ours && !sharedByAll) await chmod(real, 0o711);
  if (!isRoot()) await refuseSomeoneElses(real);
  return real;
}

/** The cluster is owned by the user that ran PostgreSQL; only that user, or root, can run it. */
async function refuseSomeoneElses(dataDir: string): Promise<void> {
  const shelf = (await readRecord(dataDir))?.shelf ?? dataDir;
  const home = await unlessMissing(stat(join(shelf, 'postgres')));
  if (home === null || home.uid === process.getuid?.()) return;
  throw new Error(
    `The database of ${dataDir} belongs to ${await userName(home.uid)}: it was last started as root or as ` +
      `that user, and only they can go on with it. Start as root again, or stop it and hand everything over` +
      ` (as root: chown -R <you> ${shelf === dataDir ? dataDir : `${dataDir} ${shelf}`}).`,
  );
}

/**
 * Decides where the cluster of `dataDir` (a real path, prepared) lives, and makes the folder. Call it
 * under the cluster's lock.
 * @throws Error when the data is where PostgreSQL's user can't reach it, or DATA_DIR is a copy.
 */
export async function placeCluster(dataDir: string, log: (line: string) => void): Promise<Placement> {
  const known = await readRecord(dataDir);
  if (known !== undefined) {
    if (known.dataDir !== dataDir) await followMove(known, dataDir);
    return prepareHome(known.shelf);
  }
  const home = join(dataDir, 'postgres');
  const inside = await prepareHome(dataDir);
  if (inside.account === undefined || (await reaches(inside.account, home))) return inside;
  if (await exists(join(home, 'cluster'))) {
    throw new Error(
      `The database is in ${home}, but the way there is closed to ${inside.account.name}, who runs it ` +
        `(PostgreSQL refuses to run as root): let it pass with chmod a+x on the folders above ${dataDir}.`,
    );
  }
  await rm(home, { recursive: true });
  return prepareHome(await chooseSystemFolder(dataDir, inside.account, log));
}

async function prepareHome(shelf: string): Promise<Placement> {
  const home = join(shelf, 'postgres');
  const account = isRoot() ? await accountFor(home) : undefined;
  await mkdir(home, { recursive: true, mode: 0o700 });
  if (isRoot()) await chmod(shelf, 0o711);
  await chmod(home, 0o700);
  if (account !== undefined) await chown(home, account.uid, account.gid);
  return { account, shelf, home };
}

/** Whether the account can enter the folder, tested by the system itself, ACLs included. */
async function reaches(account: Account, folder: string): Promise<boolean> {
  return (await runAs(account, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder])).code === 0;
}

async function chooseSystemFolder(
  dataDir: string,
  account: Account,
  log: (line: string) => void,
): Promise<string> {
  const name = `${PROGRAM}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  for (const parent of SYSTEM_FOLDERS) {
    if (!(await reaches(account, parent)) || !(await writable(parent))) continue;
    let shelf = join(parent, name);
    if (await exists(shelf)) {
      // An earlier data folder had this path; its database must be neither used nor deleted.
      log(`${shelf} holds the database of an earlier ${dataDir} and is left alone.`);
      shelf = `${shelf}-${randomBytes(3).toString('hex')}`;
    }
    // Recorded before it is made, so that no database is without a record.
    await writeRecord(dataDir, shelf);
    return shelf;
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and ${account.name}, who would run it, reaches neither ${dataDir} ` +
      `nor a place in ${SYSTEM_FOLDERS.join(', ')}: move DATA_DIR, or start as an ordinary user.`,
  );
}

async function writable(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A moved DATA_DIR keeps its database; a copied one must not share its original's. */
async function followMove(known: Location, dataDir: string): Promise<void> {
  const original = await readRecord(known.dataDir);
  const same = original !== undefined && (await realpath(known.dataDir)) === dataDir;
  if (!same && original?.dataDir === known.dataDir && original.shelf === known.shelf) {
    throw new Error(
      `${dataDir} is a copy of ${known.dataDir}, whose database is in ${known.shelf}. To start the copy with ` +
        `an empty database remove ${join(dataDir, RECORD)}; to start with the original set DATA_DIR to it.`,
    );
  }
  await writeRecord(dataDir, known.shelf);
}

async function readRecord(dataDir: string): Promise<Location | undefined> {
  const file = join(dataDir, RECORD);
  const text = await readFileIfAny(file);
  if (text === null) return undefined;
  try {
    return location.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`${file}, which says where the database is, can't be read.`, {
      cause: error,
    });
  }
}

async function writeRecord(dataDir: string, shelf: string): Promise<void> {
  await writeFileDurably(join(dataDir, RECORD), `${JSON.stringify({ dataDir, shelf }, null, 2)}\n`, 0o644);
}
