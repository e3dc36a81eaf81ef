import path from 'node:path';
import type pg from 'pg';
import { runAs } from '../../packages/embedded-postgres/os-account.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** As docs/settings.md says. */
const LIMITS = { statement_timeout: '10s', lock_timeout: '5s', idle_in_transaction_session_timeout: '15s' };

/** Without the address past the pooler, without limits of the role, and with both. @returns what is wrong */
export async function wrongBehindPooler(
  settings: Record<string, string>,
  pool: pg.Pool,
  role: string,
): Promise<string[]> {
  const { DATABASE_DIRECT_URL: _direct, ...pooled } = settings;
  const wrong: string[] = [];
  const expect = (what: string, said: string, wanted: RegExp) => {
    if (!wanted.test(said)) wrong.push(`${what}: ${said}`);
  };
  expect(
    'start without DATABASE_DIRECT_URL',
    await run('main.js', [], pooled),
    /^DATABASE_DIRECT_URL: wants/m,
  );
  expect('migrate without it', await run('admin.js', ['migrate'], pooled), /DATABASE_DIRECT_URL: wants/);
  expect('doctor without it', await run('admin.js', ['doctor'], pooled), /DATABASE_URL leads to a pooler/);
  expect(
    'doctor without limits',
    await run('admin.js', ['doctor'], settings),
    /alter role .* set statement_timeout/,
  );
  for (const [name, value] of Object.entries(LIMITS))
    await pool.query(`alter role ${role} in database ${role} set ${name} = '${value}'`);
  return wrong;
}

/** @returns what is wrong, once PgBouncer has connections with the limits */
export async function wrongWithLimits(settings: Record<string, string>): Promise<string[]> {
  const said = await run('admin.js', ['doctor'], settings);
  return /The role has its limits of time behind the pooler/.test(said)
    ? []
    : [`doctor with limits: ${said}`];
}

/** The proxies of the drill are in this process, which must not wait. @returns what it said */
async function run(program: string, args: string[], settings: Record<string, string>): Promise<string> {
  const env = { LOG_LEVEL: 'silent', ...settings };
  const all = [`dist/server/${program}`, ...args];
  return (await runAs(undefined, process.execPath, all, { cwd: root, env })).output;
}
