import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { clientConfig } from '../../../shared/client-config.ts';
import { readAddressHashKey } from '../../core/address-hash.ts';
import { BadSettings, hostUrls, insecureAddress, LOCAL_HOSTS } from '../../core/config.ts';
import type { OpenDatabase } from '../../core/db/database.ts';
import { isPooled, missingLimits } from '../../core/db/pooler.ts';
import { findHold } from '../../core/holds.ts';
import { readClientNetworks } from '../../core/http/client-networks.ts';
import { addressHashCheck } from '../../core/schema.ts';
import { openStorage } from '../../core/storage/open-storage.ts';
import { withDatabase } from '../../open-services.ts';
import { BUCKET, newestSnapshot, openBackupPlace } from '../backup/backup-place.ts';
import { findTroubles } from '../troubles.ts';
import {
  type Check,
  type CheckResult,
  type DoctorContext,
  fix,
  hasTable,
  messageOf,
  note,
  ok,
} from './check.ts';

const TIME_OUT_MS = 10_000;
const OLDEST_POSTGRES = 15;
const OTHER_CONNECTIONS = 5;

const settings: Check = async ({ config }) => {
  const results: CheckResult[] = [];
  const { hostname } = new URL(config.publicUrl);
  const local = LOCAL_HOSTS.includes(hostname);
  const insecure = insecureAddress(config);
  if (insecure) results.push(fix('settings', insecure));
  if (!local && config.TEST_ROUTES)
    results.push(fix('settings', 'TEST_ROUTES is on: anybody signed in can invent replies. Remove it.'));
  if (!local && !config.TRUST_PROXY)
    results.push(
      note(
        'settings',
        'TRUST_PROXY is not set: behind a proxy limits by network hold for all together or for nobody. Set it to 1.',
      ),
    );
  if (!local && !config.FIREBASE_PROJECT_ID && config.PASSWORD_MIN_LENGTH < 8)
    results.push(
      note('settings', 'Passwords of 6 characters are taken. Set PASSWORD_MIN_LENGTH to 8 or more.'),
    );
  if (!local && !config.METRICS_TOKEN)
    results.push(
      note('settings', 'METRICS_TOKEN is not set: /metrics and /status are closed to you as well.'),
    );
  if (config.PROCESS_ROLE !== 'all' && !config.SESSION_SECRET)
    results.push(
      fix(
        'settings',
        'SESSION_SECRET is not set: each machine would make its own, and sessions hold on one only.',
      ),
    );
  if (config.PROCESS_ROLE !== 'all' && !config.S3_BUCKET)
    results.push(note('settings', 'S3_BUCKET is not set: all processes must see the same DATA_DIR.'));
  return results.length > 0 ? results : ok('settings', 'They fit together.');
};

async function addressKey({ config }: DoctorContext, { db, pool }: OpenDatabase): Promise<CheckResult> {
  if (!(await hasTable({ pool }, 'public.address_hash_check')) || (await db.$count(addressHashCheck)) === 0)
    return ok('addresses', 'The key of address hashes is made at the first start.');
  try {
    await readAddressHashKey(config, db);
    return ok('addresses', 'The key of address hashes is that of the database.');
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error;
    return fix('addresses', error.message);
  }
}

const database: Check = async (context) => {
  const { config } = context;
  try {
    return await withDatabase(context, async (found) => {
      const { rows } = await found.pool.query<{ version: number; fsync: string; free: number }>(`
        select current_setting('server_version_num')::int / 10000 as version, current_setting('fsync') as fsync,
          current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity) as free`);
      const [state] = rows;
      const results = [ok('database', found.description.split('\n')[0] ?? '')];
      if ((state?.version ?? 0) < OLDEST_POSTGRES)
        results.push(fix('database', `PostgreSQL ${state?.version} is too old: take 15 or newer.`));
      if (state?.fsync !== 'on')
        results.push(fix('database', 'fsync is off: a power cut would lose letters. Turn it on.'));
      const taken = config.DATABASE_POOL_SIZE + OTHER_CONNECTIONS;
      if ((state?.free ?? 0) < taken)
        results.push(
          fix(
            'database',
            `Only ${state?.free} connections are free; each process takes up to ${taken}. Raise max_connections, or set DATABASE_POOL_SIZE.`,
          ),
        );
      return [
        results,
        await poolerCheck(context, found),
        await addressKey(context, found),
        await clientCheck(context, found),
        await runningChecks(context, found),
      ].flat();
    });
  } catch (error) {
    return fix('database', `${messageOf(error)}. Check DATABASE_URL, or DATA_DIR and who may write there.`);
  }
};

async function runningChecks({ config, log }: DoctorContext, { db, pool }: OpenDatabase) {
  if (!(await hasTable({ pool }, 'jobs.queue'))) return [];
  const storage = await openStorage(config);
  const troubles = await findTroubles({ config, db, storage, log });
  const { rows: scheduled } = await pool.query<{ waiting: number; next: Date | null }>(`
    select count(*)::int as waiting, min(arrive_at) filter (where arrive_at > now()) as next
    from letters where status = 'scheduled'`);
  const { waiting = 0, next } = scheduled[0] ?? {};
  const kept = await findHold(db, 'orphans');
  const results = troubles.map(({ text }) => fix('now', text));
  if (kept)
    results.push(
      note(
        'storage',
        `Objects without a row are kept: ${kept.reason}. When photos and letters are right: npm run admin -- orphans release.`,
      ),
    );
  const until = next ? `, the next until ${next.toISOString()}` : '';
  if (waiting > 0) results.push(ok('scheduled', `${waiting} letters wait for their day${until}.`));
  return results;
}

async function poolerCheck({ config, log }: DoctorContext, direct: OpenDatabase): ReturnType<Check> {
  if (await isPooled(direct.pool))
    return fix(
      'database',
      `${config.DATABASE_DIRECT_URL ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'} leads to a pooler. Set DATABASE_DIRECT_URL to PostgreSQL itself: announcements, migrations and backups need it.`,
    );
  if (!config.DATABASE_URL || !config.DATABASE_DIRECT_URL) return [];
  const { DATABASE_DIRECT_URL: _direct, ...pooled } = config;
  const missing = await withDatabase({ config: pooled, log }, ({ pool }) => missingLimits(pool));
  if (missing.length === 0) return ok('database', 'The role has its limits of time behind the pooler.');
  const role = new URL(hostUrls(config.DATABASE_URL)[0] ?? '').username;
  return fix(
    'database',
    `Behind the pooler nothing ends what hangs: alter role ${role} set ${missing.join(', ')}; see docs/settings.md, Database.`,
  );
}

const storage: Check = async ({ config }) => {
  try {
    const store = await openStorage(config);
    const key = `check/${randomBytes(8).toString('hex')}`;
    const content = randomBytes(100_000);
    const begun = performance.now();
    await store.put(key, content);
    const { stream } = await store.read(key);
    const same = (await buffer(stream)).equals(content);
    await store.delete(key);
    const took = Math.round(performance.now() - begun);
    if (!same) return fix('storage', `${store.description}: what was written reads differently.`);
    return ok('storage', `${store.description}: written, read back and removed in ${took} ms.`);
  } catch (error) {
    return fix(
      'storage',
      `${messageOf(error)}. Check S3_*, or DATA_DIR, free space and who may write there.`,
    );
  }
};

const address: Check = async ({ config }) => {
  const url = `${config.publicUrl}/api/config`;
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIME_OUT_MS) });
    if (answer.ok && !clientConfig.safeParse(await answer.json().catch(() => null)).success)
      return fix(
        'address',
        `Another program answers at ${config.publicUrl}. Does the proxy lead to PORT ${config.PORT}, and is that port the product's?`,
      );
    if (answer.ok)
      return ok('address', `${config.publicUrl} answers${url.startsWith('https:') ? ' over TLS' : ''}.`);
    return fix('address', `${url} answers ${answer.status}. Does the proxy lead to PORT ${config.PORT}?`);
  } catch (error) {
    return fix(
      'address',
      `${url}: ${messageOf(error)}. Is the product running, and do DNS, certificate and proxy lead to it?`,
    );
  }
};

const backups: Check = async ({ config }) => {
  const results = config.BACKUP_KEY
    ? [
        ok(
          'backups',
          'They are encrypted with BACKUP_KEY. Is a copy of it away from this machine? Without it no backup can be read.',
        ),
      ]
    : [];
  if (!config.BACKUP_S3_BUCKET) return results;
  try {
    const last = await newestSnapshot(await openBackupPlace(config, BUCKET, 'read'));
    return [
      ...results,
      last
        ? ok('backups', `The last one in the bucket ${config.BACKUP_S3_BUCKET} is of ${last.takenAt}.`)
        : note('backups', 'The bucket has none yet: npm run admin -- backup bucket 30.'),
    ];
  } catch (error) {
    return fix('backups', `${messageOf(error)} Check BACKUP_S3_* and BACKUP_KEY.`);
  }
};

export const installationChecks: Check[] = [settings, database, storage, backups, address];

const SHOWN = 3;

/** By the sign-ins of today and yesterday. X-Forwarded-For from a public address proves no proxy. */
async function clientCheck({ config }: DoctorContext, database: OpenDatabase): ReturnType<Check> {
  if (LOCAL_HOSTS.includes(new URL(config.publicUrl).hostname)) return [];
  if (!(await hasTable(database, 'public.rate_counters'))) return [];
  const { forwardedUnread, fromPublic, local } = await readClientNetworks(database.db);
  const from = `${local.slice(0, SHOWN).join(', ')}${local.length > SHOWN ? ', …' : ''}`;
  if (forwardedUnread && !fromPublic && config.TRUST_PROXY === undefined)
    return fix(
      'networks',
      `Everybody came from ${from} with X-Forwarded-For, which TRUST_PROXY does not let count: limits by network hold for nobody. Set TRUST_PROXY to 1.`,
    );
  if (forwardedUnread && config.TRUST_PROXY === undefined)
    return note(
      'networks',
      'Requests came with X-Forwarded-For, and TRUST_PROXY is not set: if a proxy is in front, everybody is one network in the limits. Then set it to 1.',
    );
  if (!fromPublic && local.length > 0)
    return note(
      'networks',
      `Everybody came from ${from}: limits by network hold for nobody there. If a proxy is in front, let it send X-Forwarded-For, and set TRUST_PROXY to the number of proxies.`,
    );
  return fromPublic ? ok('networks', 'People come from public addresses, which the limits count.') : [];
}
