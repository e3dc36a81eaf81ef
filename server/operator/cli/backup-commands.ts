import { lstat, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateX25519Identity } from 'age-encryption';
import { removeDataDir } from '../../../packages/embedded-postgres/remove-data-dir.ts';
import { unlessMissing } from '../../../packages/files/durable-files.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { waitForDatabase } from '../../core/db/wait-for-database.ts';
import { openFolderStorage } from '../../core/storage/folder-storage.ts';
import { openStorage } from '../../core/storage/open-storage.ts';
import { verifyLedger } from '../../money/payments/verify-ledger.ts';
import { migrateConfigured, withDatabase } from '../../open-services.ts';
import { backUp } from '../backup/back-up.ts';
import { openBackupPlace } from '../backup/backup-place.ts';
import { moveDatabase, movePhotos } from '../backup/move.ts';
import { prune } from '../backup/prune.ts';
import { restore, restoreObjects, verifySnapshot } from '../backup/restore.ts';
import { withBackupLock } from '../backup/session.ts';
import { OperatorError, type StandaloneCommand } from '../command.ts';
import { audit } from './audit.ts';
import { replayInRestored } from './restored-commands.ts';

const inMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

const backup: StandaloneCommand = {
  args: '<folder or bucket> [days]',
  what: 'database and photos as of this moment; content that is there already is not copied again; given days, older snapshots go',
  runStandalone: (context, [where, days]) =>
    withDatabase(context, (database) =>
      withBackupLock(database, async () => {
        if (days !== undefined && !/^[1-9]\d{0,4}$/.test(days))
          throw new OperatorError('backup keeps snapshots for a whole number of days, such as 30.');
        const dataDir = path.resolve(context.config.DATA_DIR);
        const storage = await openStorage(context.config);
        const source = { database, databaseName: database.description, storage, dataDir };
        const place = await openBackupPlace(context.config, where, 'write');
        const { manifest, copied } = await backUp(source, place);
        const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
        await audit(database.db, 'backup', `snapshot ${manifest.id}`, { place: place.kind });
        console.log(
          `Snapshot ${manifest.id}: ${rows} rows and ${manifest.objects.rows} objects (${inMegabytes(manifest.bytes)}), ${copied} of them new here.`,
        );
        if (days !== undefined) {
          const gone = await prune(place, Number(days));
          console.log(
            `Older than ${days} days: ${gone.snapshots} snapshots went, and ${gone.objects} objects (${inMegabytes(gone.bytes)}) that no other names.`,
          );
        }
        if (!place.cipher)
          console.log(
            'It is not encrypted and holds letters: keep it as safe as the machine, or set BACKUP_KEY.',
          );
      }),
    ),
};

const verifying: StandaloneCommand = {
  args: '<folder or bucket> [snapshot]',
  what: 'restore a backup into a scratch database that is thrown away, and read all of its photos: whether it is good',
  async runStandalone(context, [where, snapshotId]) {
    const { config, log } = context;
    const place = await openBackupPlace(config, where, 'read');
    const scratchFolder = await makeScratchFolder();
    const { DATABASE_URL: _url, DATABASE_DIRECT_URL: _direct, ...rest } = config;
    await withDatabase({ config: { ...rest, DATA_DIR: scratchFolder }, log }, async (scratch) => {
      const verified = await verifySnapshot({ database: scratch, log }, place, snapshotId);
      const faults = await verifyLedger(scratch.db);
      if (faults.length > 0) throw new OperatorError(`The ledger in it does not add up: ${faults[0]}`);
      const { snapshot, rows, objects } = verified;
      await withDatabase(context, ({ db }) =>
        audit(db, 'backup verify', `snapshot ${snapshot.id}`, { place: place.kind }),
      );
      console.log(
        `Snapshot ${snapshot.id} is good: ${rows} rows were restored and compared, ${objects} objects were read.`,
      );
    });
  },
};

const SCRATCH = 'slow-letters-verify-';

/** For unencrypted letters: removed when the process exits; one that a killed process left is removed here after a day. */
async function makeScratchFolder(): Promise<string> {
  for (const name of (await readdir(tmpdir())).filter((each) => each.startsWith(SCRATCH))) {
    const old = path.join(tmpdir(), name);
    const found = await unlessMissing(lstat(old));
    if (found && found.uid === process.getuid?.() && found.mtimeMs < Date.now() - DAY_MS) removeDataDir(old);
  }
  const folder = await mkdtemp(path.join(tmpdir(), SCRATCH));
  process.once('exit', () => removeDataDir(folder));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  return folder;
}

const restoring: StandaloneCommand = {
  args: '<folder or bucket> [snapshot]',
  what: 'fill an empty database and storage from a backup; cut off, it may be run again',
  async runStandalone(context, [where, snapshotId]) {
    const place = await openBackupPlace(context.config, where, 'read');
    await withDatabase(context, async (database) => {
      const dataDir = path.resolve(context.config.DATA_DIR);
      const storage = await openStorage(context.config);
      const target = { database, storage, dataDir, log: context.log };
      const { snapshot, rows, objects } = await restore(target, place, snapshotId);
      await audit(database.db, 'restore', `snapshot ${snapshot.id}`);
      console.log(
        `Restored snapshot ${snapshot.id}: ${rows} rows in ${snapshot.tables.length} tables and ${snapshot.objects.rows} objects, ${objects} of them put now. All were read back and are the same.\nNothing leaves, is fetched or swept until: npm run admin -- release.`,
      );
    });
    await replayInRestored(context);
  },
};

const restoringObjects: StandaloneCommand = {
  args: '<folder or bucket>',
  what: 'photos and messages that the database names and storage lacks, from any snapshot: after a restore of the database alone',
  async runStandalone(context, [where]) {
    const place = await openBackupPlace(context.config, where, 'read');
    await withDatabase(context, async (database) => {
      const storage = await openStorage(context.config);
      const { put, missing } = await restoreObjects({ database, storage }, place);
      await audit(database.db, 'restore objects', 'storage', { put, missing: missing.length });
      console.log(`${put} objects were put into storage and read back.`);
      if (missing.length > 0)
        throw new OperatorError(
          `${missing.length} that the database names are in no snapshot. The first: ${missing[0]}`,
        );
    });
  },
};

const makingKey: StandaloneCommand = {
  what: 'make a key that encrypts backups, for BACKUP_KEY; keep a copy away from this machine',
  runStandalone: async () => console.log(await generateX25519Identity()),
};

const migrating: StandaloneCommand = {
  what: 'bring the tables to this version while the product runs; it makes way for reads and writes, and may be run again',
  runStandalone: (context) =>
    withDatabase(context, async (database) => {
      await waitForDatabase(database, context.log);
      const done = await migrateConfigured(database, context.log);
      if (done.length > 0) await audit(database.db, 'migrate', 'database', { migrations: done });
      console.log(
        done.length > 0 ? `Applied: ${done.join(', ')}.` : 'Nothing to do: the tables are of this version.',
      );
    }),
};

const movingDatabase: StandaloneCommand = {
  args: '<postgres://…>',
  what: 'copy everything into an empty database elsewhere, while the product is stopped',
  runStandalone: (context, [url = '']) =>
    withDatabase(context, async (from) => {
      if (!/^postgres(ql)?:\/\//.test(url))
        throw new OperatorError('move database wants postgres://user:password@host/database.');
      const { config, log } = context;
      await withDatabase({ config: { ...config, DATABASE_URL: url }, log }, async (to) => {
        const { tables, rows } = await moveDatabase(from, to, log);
        await audit(to.db, 'move database', 'database', { tables, rows });
        console.log(
          `${rows} rows in ${tables} tables are there, compared by count and hash. Set DATABASE_URL to that address and start.`,
        );
      });
    }),
};

const movingPhotos: StandaloneCommand = {
  what: 'copy photos and messages from the folder to the bucket of the settings; may be run again',
  runStandalone: (context) =>
    withDatabase(context, async (database) => {
      const { config } = context;
      if (!config.S3_BUCKET)
        throw new OperatorError('move photos wants S3_BUCKET and its keys in the settings.');
      const folder = await openFolderStorage(path.resolve(config.DATA_DIR, 'storage'));
      const moved = await movePhotos(folder, await openStorage(config));
      await audit(database.db, 'move photos', 'storage', { ...moved });
      console.log(
        `${moved.objects} objects (${inMegabytes(moved.bytes)}) are in the bucket, compared by hash; ${moved.copied} were copied now. The folder was left as it is.`,
      );
    }),
};

export const backupCommands: Record<string, StandaloneCommand> = {
  backup,
  'backup verify': verifying,
  'backup key': makingKey,
  restore: restoring,
  'restore objects': restoringObjects,
  migrate: migrating,
  'move database': movingDatabase,
  'move photos': movingPhotos,
};
