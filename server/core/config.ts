import { readFileSync } from 'node:fs';
import { unescape as decode } from 'node:querystring';
import { z } from 'zod';
import { LANGUAGES } from '../../shared/languages.ts';

const URL_OF_HOSTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]+)((?:\/[^?#]*)?(?:\?.*)?)$/;

/** Of each host of `postgres://user:password@one:5432,two:5432/database`, with all else the same (PostgreSQL, 34.1.1.3). */
export function hostUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = URL_OF_HOSTS.exec(url) ?? [];
  return hosts === '' ? [url] : hosts.split(',').map((host) => `${before}${host}${after}`);
}

const port = z.coerce.number().int().min(0).max(65535);
/** Counted in thousands of it, in 32 bits. */
const atLeastOne = z.coerce.number().int().min(1, 'wants 1 or more').max(1_000_000);
const text = z.string().trim().min(1);
const address = text.regex(/^[^@\s,;:]+@[^@\s,;:]+$/, 'wants one address such as you@example.org');
const seconds = z.coerce.number().int().min(0).max(3_600);
/** May name several hosts with commas between. */
const databaseUrl = text.refine(
  (url) => /^postgres(ql)?:\/\//.test(url) && hostUrls(url).every((each) => URL.canParse(each)),
  'wants postgres://user:password@host/database',
);
const listed = text.transform((list) =>
  list
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean),
);
const bucket = text.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'wants the name of a bucket');
const endpoint = z.url({ protocol: /^https?$/, error: 'wants an address such as https://s3.example.org' });
const isDecodable = (part: string) => !/%(?![\da-f]{2})/i.test(part) && !decode(part).includes('\ufffd');
/** With a login and a path, which are decoded where they are used; a query goes as it is. */
const loginUrl = (protocol: RegExp, error: string) =>
  z
    .url({ protocol, error })
    .refine((url) => isDecodable(url.replace(/\?.*/s, '')), 'wants a % in it written as %25');
const roads = 'wants https://… or smtps://user:password@host/you@example.org';
const alertUrl = loginUrl(/^(https?|smtps?)$/, roads).refine(
  (url) => url.startsWith('http') || /^\/[^/@]+@[^/@]+$/.test(new URL(url).pathname),
  roads,
);
const flag = z
  .enum(['true', 'false', '1', '0', 'on', 'off'])
  .default('off')
  .transform((value) => value === 'true' || value === '1' || value === 'on');

/** Each stands in docs/settings.md, which a test compares with this. */
export const settingsSchema = z.object({
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'wants an address such as https://letters.example.org' })
    .optional(),
  DATA_DIR: text.default('./data'),
  PROCESS_ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  WORKER_PORT: port.optional(),
  PRODUCT_NAME: text.max(60).default('Slow Letters'),
  LANGUAGES: listed
    .pipe(z.array(z.enum(LANGUAGES, `wants some of ${LANGUAGES.join(', ')}, with commas between`)))
    .refine((languages) => languages.includes('en'), 'wants en among them')
    .default([...LANGUAGES]),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: text.optional(),

  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2, 'wants 2 or more').max(1_000).default(20),
  DATABASE_STATEMENT_SECONDS: seconds.default(10),
  MIGRATE: z.enum(['at-start', 'never', 'back']).default('at-start'),
  DRAIN_SECONDS: seconds.default(15),

  UPLOAD_PHOTOS_A_DAY: atLeastOne.default(200),
  PHOTO_MEGABYTES_KEPT: atLeastOne.default(10 * 1024),

  S3_BUCKET: bucket.optional(),
  S3_ENDPOINT: endpoint.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),

  BACKUP_KEY: text
    // The file that age-keygen writes has comments.
    .transform((file) => file.split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-')) ?? file)
    .pipe(
      text.regex(
        /^AGE-SECRET-KEY-1[A-Z0-9]{58}$/,
        'wants AGE-SECRET-KEY-1…, as npm run admin -- backup key prints it',
      ),
    )
    .optional(),
  BACKUP_S3_BUCKET: bucket.optional(),
  BACKUP_S3_ENDPOINT: endpoint.optional(),
  BACKUP_S3_REGION: text.default('us-east-1'),
  BACKUP_S3_ACCESS_KEY_ID: text.optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: text.optional(),

  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'wants smtp://user:password@host:port or smtps://…' })
    .optional(),
  SMTP_CONNECTIONS: z.coerce.number().int().min(1, 'wants 1 or more').max(50).default(3),
  MAIL_FROM: text.optional(),
  DKIM_DOMAIN: text.optional(),
  DKIM_SELECTOR: text.optional(),
  DKIM_PRIVATE_KEY: text.optional(),
  REPLY_DOMAIN: z.hostname('wants a domain name such as reply.example.org').optional(),
  REPLY_ADDRESS: text.regex(/^[^@\s]+@[^@\s]+$/, 'wants one mailbox such as letters@example.org').optional(),
  INBOUND_SMTP_PORT: port.optional(),
  INBOUND_SMTP_HOST: text.default('127.0.0.1'),
  INBOUND_TLS_CERT: text.optional(),
  INBOUND_TLS_KEY: text.optional(),
  INBOUND_WEBHOOK_SECRET: text.min(16, 'wants at least 16 characters').optional(),
  FEEDBACK_SOURCES: text
    .toLowerCase()
    .pipe(listed)
    .pipe(z.array(z.hostname('wants domains with commas between, such as yahoo.com, hotmail.com')))
    .optional(),
  CLAMAV_SOCKET: text.optional(),
  IMAP_URL: loginUrl(/^imaps?$/, 'wants imaps://user:password@host').optional(),

  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).optional(),

  FIREBASE_PROJECT_ID: text.optional(),
  FIREBASE_API_KEY: text.optional(),
  FIREBASE_AUTH_DOMAIN: text.optional(),
  FIREBASE_AUTH_EMULATOR_HOST: text.optional(),
  FIREBASE_SERVICE_ACCOUNT: text.optional(),
  APPLE_CLIENT_ID: text.optional(),
  APPLE_TEAM_ID: text.optional(),
  APPLE_KEY_ID: text.optional(),
  APPLE_PRIVATE_KEY: text.optional(),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6, 'wants 6 or more').max(128).default(6),

  SESSION_SECRET: text.min(32, 'wants at least 32 characters').optional(),
  ADDRESS_HASH_KEY: text.min(32, 'wants at least 32 characters').optional(),

  SIGN_UPS_PER_NETWORK_A_DAY: atLeastOne.default(30),

  SUPPORT_EMAIL: address.optional(),
  OPERATOR_EMAIL: address.optional(),
  ALERT_URL: alertUrl.optional(),
  SECURITY_CONTACT: z
    .url({ protocol: /^(https|mailto)$/, error: 'wants mailto:… or an https:// address' })
    .optional(),
  METRICS_TOKEN: text.min(16, 'wants at least 16 characters').optional(),
  TEST_ROUTES: flag,
});

/** Names that were settings once. One that is still set would be passed over without a word. */
const REMOVED = [
  'ACCESS_LOG',
  'ALERT_WEBHOOK',
  'DATABASE_CONNECT_SECONDS',
  'DATABASE_IDLE_TRANSACTION_SECONDS',
  'DATABASE_LOCK_SECONDS',
  'DATABASE_LONG_STATEMENT_SECONDS',
  'LETTERS_LINKS_A_DAY',
  'LETTERS_LINKS_PER_NETWORK_A_DAY',
  'LETTERS_TO_ONE_ADDRESS_A_DAY',
  'NEW_ACCOUNT_LETTERS_PER_NETWORK_A_DAY',
  'NEW_SENDERS_TO_ONE_ADDRESS_A_DAY',
  'REFUSED_ADDRESSES_A_DAY',
  'STOP_SECONDS',
  'UPLOAD_MEGABYTES_A_DAY',
  'UPLOAD_MEGAPIXELS_A_DAY',
  'UPLOAD_PHOTOS_A_DAY_UNCONFIRMED',
];

type Settings = z.infer<typeof settingsSchema>;

/** With what follows from the settings filled in. */
export interface Config extends Omit<Settings, 'PUBLIC_URL'> {
  /** without a slash at the end */
  publicUrl: string;
}

/** This machine alone, as HOST and in an address. */
export const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]', '::1'];

/** Only this machine can ask. */
export const isLocal = ({ HOST, publicUrl }: Pick<Config, 'HOST' | 'publicUrl'>): boolean =>
  LOCAL_HOSTS.includes(HOST) && LOCAL_HOSTS.includes(new URL(publicUrl).hostname);

/** @returns why browsers do not take the address for secure (W3C Secure Contexts, 3.1); null when they do */
export function insecureAddress({ publicUrl }: Pick<Config, 'publicUrl'>): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || LOCAL_HOSTS.includes(hostname)) return null;
  return 'PUBLIC_URL is not https: passwords and sessions travel in the clear, and browsers allow no passkeys and no pages without a connection. At home: docs/install.md, section 2.';
}

/** The message names each bad setting and what it wants, never its value. */
export class BadSettings extends Error {
  override name = 'BadSettings';
}

const stopped = (lines: string[], cause?: unknown) =>
  new BadSettings(
    `These settings stop the start:\n  ${lines.join('\n  ')}\nEach is described in docs/settings.md.`,
    { cause },
  );

/** @throws {BadSettings} naming each setting that is wrong and what it wants */
export function readConfig(env: Record<string, string | undefined>): Config {
  // An empty value counts as absent, as in a copied `.env`.
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const removed = REMOVED.filter((name) => name in given);
  if (removed.length > 0)
    throw new BadSettings(
      `These settings stop the start, because they are none any more:\n  ${removed.join(', ')}\nTake them away; docs/settings.md lists those that are.`,
    );
  const parsed = settingsSchema.safeParse({ ...given, ...readFromFiles(given) });
  if (!parsed.success)
    throw stopped(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  const { PUBLIC_URL, ...rest } = parsed.data;
  assertComplete(rest);
  return { ...rest, publicUrl: (PUBLIC_URL ?? `http://localhost:${rest.PORT}`).replace(/(?<!\/)\/+$/, '') };
}

/** Of those that name a file by `<name>_FILE`. @throws {BadSettings} for one that cannot be read, or is given twice */
function readFromFiles(given: Record<string, string | undefined>): Record<string, string> {
  const read: Record<string, string> = {};
  for (const name of Object.keys(settingsSchema.shape)) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) throw stopped([`${name}, ${name}_FILE: set one of them, not both`]);
    try {
      read[name] = readFileSync(file, 'utf8').trim();
    } catch (cause) {
      throw stopped([`${name}_FILE: ${file} cannot be read`], cause);
    }
  }
  return read;
}

export const SETTING_GROUPS: (keyof Settings)[][] = [
  ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['BACKUP_S3_BUCKET', 'BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'],
  ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'],
  ['INBOUND_TLS_CERT', 'INBOUND_TLS_KEY'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
];

function assertComplete(read: Omit<Settings, 'PUBLIC_URL'>): void {
  const lines = SETTING_GROUPS.flatMap((group) => {
    const missing = group.filter((name) => read[name as keyof typeof read] === undefined);
    return missing.length > 0 && missing.length < group.length
      ? [`${missing.join(', ')}: wanted together with the other ${group.join(', ')}`]
      : [];
  });
  if (read.REPLY_DOMAIN && read.REPLY_ADDRESS)
    lines.push('REPLY_DOMAIN, REPLY_ADDRESS: set one of them, not both');
  if (read.SMTP_URL && !read.MAIL_FROM)
    lines.push('MAIL_FROM: wanted together with SMTP_URL, e.g. letters@example.org');
  if (lines.length > 0) throw stopped(lines);
}
