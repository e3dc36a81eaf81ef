import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from './core/project-folder.ts';

/** Which folder alone writes each table; whoever else wants a row changed calls it. */
const TABLE_OWNERS: Record<string, string[]> = {
  core: [
    'address_hash_check',
    'announcements',
    'audit_entries',
    'fleet_state',
    'idempotency_keys',
    'job_starts',
    'operator_holds',
    'rate_counters',
    'set_aside_jobs',
  ],
  'mail/out': ['captured_messages'],
  'mail/in': ['imap_mailboxes', 'inbound_messages'],
  'people/users': ['sender_pauses', 'users'],
  'people/identity': [
    'accounts',
    'action_codes',
    'ended_sign_ins',
    'firebase_people',
    'linked_providers',
    'passkeys',
    'provider_sign_ins',
    'refresh_tokens',
    'security_events',
    'sessions',
    'signing_keys',
    'used_challenges',
  ],
  'people/recipients': [
    'address_blocks',
    'blocks',
    'recipient_group_members',
    'recipient_groups',
    'recipients',
    'stop_links',
    'suppressions',
  ],
  'people/support': ['support_messages'],
  'people/occasions': ['occasions', 'reminder_settings', 'reminders'],
  'money/credits': ['coupon_mailboxes', 'coupon_redemptions', 'coupons', 'credit_packages', 'ledger_entries'],
  'money/gifts': ['gifts'],
  'money/payments': ['checkouts', 'payment_events', 'payment_findings', 'reconciliations'],
  'letters/photos': ['photos'],
  'letters/drafts': ['draft_photos', 'drafts'],
  letters: [
    'bounce_refunds',
    'conversations',
    'letter_photos',
    'letter_reports',
    'letter_returns',
    'letters',
  ],
  answers: ['letter_totals', 'replies', 'reply_files', 'reply_photos'],
  dev: ['sandbox_sessions'],
  operator: ['orphaned_objects'],
};

/** Files that write tables of others, and why. */
const WRITES_ANY_TABLE: Record<string, string> = {
  'server/core/db/came-to.ts':
    'keeps letters with whoever leaves an address, as the profile changes: identity is below letters',
  'server/operator/backup/fill-database.ts': 'copies a backup into every table',
};

/** From the lowest up: a domain reads its own tables and those of the domains before it. */
const DOMAINS = ['core', 'mail', 'people', 'money', 'letters', 'answers', 'pages', 'dev', 'operator'];

/** Files that read tables of a domain further up, and why. */
const READS_UPWARD: Record<string, string> = {
  'server/core/db/came-to.ts':
    'whose a conversation is, by address and account: identity and letters ask alike',
  'server/core/events/announce.ts': 'who hears of a change, in the statement that announces it',
  'server/core/hold-session.ts': 'the first lock of every write that a person asks for',
  'server/mail/in/destination.ts': 'whose message it is, in one statement for each address',
  'server/money/credits/ledger-page.ts': 'what each entry of the ledger was for',
  'server/money/gifts/letter-of-gift.ts':
    'whether the letter that a gift is enclosed in was sent, or leaves now',
  'server/people/occasions/send-reminders.ts': 'to whom nothing was written for weeks',
  'server/letters/has-reply.ts': 'whether a letter was answered',
  'server/letters/photos/uses.ts': 'which letters, replies and drafts have a photo, and who sees it',
};

/** Tables of which no statement deletes, and why they may grow. */
const NEVER_DELETED_FROM: Record<string, string> = {
  address_hash_check: 'one row',
  audit_entries: 'append-only',
  bounce_refunds: 'goes with its letter',
  checkouts: 'the books',
  coupon_mailboxes: 'hashes alone: free credits once for each mailbox; outlive the account',
  coupon_redemptions: 'the books: once for each person',
  ended_sign_ins: 'tokens of a Firebase project do not expire',
  gifts: 'the books',
  imap_mailboxes: 'a row for each mailbox in the settings',
  ledger_entries: 'the books, append-only',
  letter_photos: 'go with their letter',
  letter_reports: 'hashes alone, for pauses; outlive letter and account',
  payment_events: 'no longer written',
  payment_findings: 'the books, one for each difference',
  reconciliations: 'no longer written',
  reply_photos: 'go with their answer',
  sandbox_sessions: 'of the sandbox, never beside Stripe',
  sender_pauses: 'hashes alone; hold for a new account',
  users: 'the books refer to them, without a name once erased',
};

interface TableUse {
  table: string;
  file: string;
}

const SQL_WRITE =
  /\b(?:insert\s+into|(?<!\b(?:for|do|no key)\s+)update(?:\s+only)?|delete\s+from(?:\s+only)?|merge\s+into|truncate(?:\s+table)?)\s+(?:\$\{)?"?(\w+)\b/gi;
const SQL_READ = /\b(?:from|join)\s+(?:only\s+)?(?:\$\{)?"?(\w+)\b/gi;
const SCHEMA_IMPORT = /import (?:type )?\{([^}]*)\} from '[^']*\/schema\.ts'/g;
const DRIZZLE_WRITE = /\.(?:insert|update|delete)\(\s*(?:\w+\.)?(\w+),?\s*\)/g;

async function serverFiles(): Promise<{ file: string; text: string }[]> {
  const entries = await readdir(path.join(projectFolder, 'server'), { recursive: true, withFileTypes: true });
  const files = entries
    .map((entry) => path.relative(projectFolder, path.join(entry.parentPath, entry.name)))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return Promise.all(
    files.map(async (file) => ({ file, text: await readFile(path.join(projectFolder, file), 'utf8') })),
  );
}

/** The name of each table by the constant that declares it. */
function tablesIn(files: { text: string }[]): Map<string, string> {
  const declared = files.flatMap(({ text }) => [...text.matchAll(/const (\w+) = pgTable\(\s*'(\w+)'/g)]);
  return new Map(declared.map(([, constant = '', table = '']) => [constant, table]));
}

function writesIn(text: string, tables: ReadonlyMap<string, string>): string[] {
  const names = new Set(tables.values());
  const found = [...text.matchAll(DRIZZLE_WRITE), ...text.matchAll(SQL_WRITE)].flatMap(([, name = '']) => {
    if (names.has(name) && !tables.has(name)) return [name];
    return tables.get(name) ?? (names.has(name) ? [name] : []);
  });
  return [...new Set(found)].toSorted();
}

/** Imported constants of tables count too: drizzle's statements are made of them. */
function readsIn(text: string, tables: ReadonlyMap<string, string>): string[] {
  const names = new Set(tables.values());
  const inSql = [...text.matchAll(SQL_READ)].map(([, name = '']) => name).filter((name) => names.has(name));
  const imported = [...text.matchAll(SCHEMA_IMPORT)]
    .flatMap(([, list = '']) => list.match(/\w+/g) ?? [])
    .flatMap((name) => tables.get(name) ?? []);
  return [...new Set([...inSql, ...imported])].toSorted();
}

const ownerOf = (table: string) =>
  Object.entries(TABLE_OWNERS).find(([, owned]) => owned.includes(table))?.[0];

/** The owner that a file belongs to: the longest folder that contains it. */
const folderOf = (file: string) =>
  Object.keys(TABLE_OWNERS)
    .filter((folder) => file.startsWith(`server/${folder}/`))
    .toSorted((a, b) => b.length - a.length)[0];

describe('tables', () => {
  it('each has one owner', async () => {
    const tables = [...tablesIn(await serverFiles()).values()];
    expect(tables.length).toBeGreaterThan(50);
    expect(Object.values(TABLE_OWNERS).flat().toSorted()).toEqual(tables.toSorted());
  });

  it('are written by their owner alone', async () => {
    const files = await serverFiles();
    const tables = tablesIn(files);
    const written: TableUse[] = files
      .filter(({ file }) => !(file in WRITES_ANY_TABLE))
      .flatMap(({ file, text }) => writesIn(text, tables).map((table) => ({ table, file })));
    expect(written.length).toBeGreaterThan(60);
    expect(written.filter(({ table, file }) => folderOf(file) !== ownerOf(table))).toEqual([]);
  });

  it('are swept or erased with their person, or say why they grow', async () => {
    const files = await serverFiles();
    const tables = tablesIn(files);
    const deletes = files.flatMap(({ text }) =>
      [...text.matchAll(/\.delete\(\s*(\w+)|delete\s+from\s+"?(\w+)/gi)].map(
        ([, constant = '', name = '']) => tables.get(constant) ?? name,
      ),
    );
    const kept = [...tables.values()].filter((table) => !deletes.includes(table));
    expect(kept.toSorted()).toEqual(Object.keys(NEVER_DELETED_FROM).toSorted());
  });

  it('are read by their domain and those above it, and by a few files that say why', async () => {
    const files = await serverFiles();
    const tables = tablesIn(files);
    const domain = (at: string | undefined) => DOMAINS.indexOf(at?.split('/')[0] ?? '');
    const upward: TableUse[] = files
      // Foreign keys point both ways, and what stands in no domain is above all of them.
      .filter(({ file }) => !file.endsWith('/schema.ts') && domain(file.slice('server/'.length)) >= 0)
      .flatMap(({ file, text }) => readsIn(text, tables).map((table) => ({ table, file })))
      .filter(({ table, file }) => domain(ownerOf(table)) > domain(file.slice('server/'.length)));
    expect(upward.filter(({ file }) => !(file in READS_UPWARD))).toEqual([]);
    expect([...new Set(upward.map(({ file }) => file))].toSorted()).toEqual(
      Object.keys(READS_UPWARD).toSorted(),
    );
    expect(Object.keys(READS_UPWARD).length).toBeLessThanOrEqual(12);
  });

  it.each([
    ['sql`select 1 from letter_photos`', 'letter_photos'],
    ['sql`select 1 from x join\n users u on true`', 'users'],
    ["import { type UserRow, users } from '../people/users/schema.ts';", 'users'],
  ])('finds the read in %j', (text, table) => {
    expect(readsIn(text, new Map(TEST_TABLES))).toEqual([table]);
  });

  it.each([
    ['tx.insert(letterPhotos).values(rows)', 'letter_photos'],
    ['tx\n  .update(\n    users,\n  )\n', 'users'],
    ['tx.delete(schema.users)', 'users'],
    ['sql`insert into letter_photos (id) values (1)`', 'letter_photos'],
    ['sql`with a as (delete from users returning id) select 1`', 'users'],
    ['sql`UPDATE\n  users u set credits = 0`', 'users'],
    ['sql`update $\u007busers} set credits = 0`', 'users'],
  ])('finds the write in %j', (text, table) => {
    expect(writesIn(text, new Map(TEST_TABLES))).toEqual([table]);
  });

  it.each([
    'sql`select 1 from users for update`',
    'sql`select 1 from users for no key update`',
    'sql`insert into others values (1) on conflict do update set users = 1`',
    'listeners.delete(user)',
  ])('finds none in %j', (text) => {
    expect(writesIn(text, new Map(TEST_TABLES))).toEqual([]);
  });
});

const TEST_TABLES: [string, string][] = [
  ['users', 'users'],
  ['letterPhotos', 'letter_photos'],
];
