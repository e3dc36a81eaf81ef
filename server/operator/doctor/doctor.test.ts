import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSmtpSink } from '../../../test/stand-ins/smtp-sink.ts';
import { answerJson, startStandInServer } from '../../../test/stand-ins/stand-in-server.ts';
import { signedIn } from '../../../test/support/sign-in.ts';
import type { TestDatabase } from '../../../test/support/test-cluster.ts';
import { createTestDatabase } from '../../../test/support/test-database.ts';
import { startTestProduct } from '../../../test/support/test-product.ts';
import { readConfig } from '../../core/config.ts';
import { openServices } from '../../open-services.ts';
import { COMMANDS } from '../cli/commands.ts';
import type { CheckResult, Dns, DoctorContext } from './check.ts';
import { runChecks } from './doctor.ts';

const log = pino({ level: 'silent' });
function dkimKey(modulusLength: number) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength });
  return {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    published: createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}
const { pem, published } = dkimKey(2048);
const short = dkimKey(1024);

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-doctor-'));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

/** DNS as it would answer; a name that isn't listed doesn't exist. */
function dnsOf(txt: Record<string, string[]>, mx: Record<string, string[]> = {}): Dns {
  const none = () => Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' });
  return {
    // Long texts come in parts (RFC 1035, 3.3.14).
    resolveTxt: async (name) => {
      const found = txt[name];
      if (!found) throw none();
      return found.map((text) => text.match(/.{1,255}/g) ?? []);
    },
    resolveMx: async (name) => {
      const found = mx[name];
      if (!found) throw none();
      return found.map((exchange, index) => ({ exchange, priority: 10 * (index + 1) }));
    },
  };
}

async function look(env: Record<string, string>, more: Partial<DoctorContext> = {}) {
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...env });
  return runChecks({ config, log, dns: dnsOf({}), mailPort: 25, outside: {}, ...more });
}

const of = (results: CheckResult[], about: string) =>
  results.filter((result) => result.about === about).map(({ level, text }) => `${level}: ${text}`);

const MAIL = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'letters@example.org',
  REPLY_DOMAIN: 'reply.example.org',
  DKIM_DOMAIN: 'example.org',
  DKIM_SELECTOR: 'letters',
  DKIM_PRIVATE_KEY: pem,
};
const GOOD_TXT = {
  'reply.example.org': ['something=else', 'v=spf1 include:smtp.example.net -all'],
  'example.org': ['v=spf1 include:smtp.example.net -all'],
  'letters._domainkey.example.org': [`v=DKIM1; k=rsa; p=${published}`],
  '_dmarc.example.org': ['v=DMARC1; p=quarantine; rua=mailto:a@example.org'],
};

describe('doctor', () => {
  it('finds nothing to fix in a fresh local installation, and notes that letters reach nobody', async () => {
    const product = await startTestProduct({ listen: true });
    const at = product.app.server.address();
    const PUBLIC_URL = `http://127.0.0.1:${typeof at === 'object' && at?.port}`;
    const results = await look({ PUBLIC_URL });
    await product.close();
    expect(results.filter(({ level }) => level === 'fix' && level)).toEqual([
      // The test cluster's own setting.
      expect.objectContaining({ about: 'database', text: expect.stringContaining('fsync is off') }),
    ]);
    expect(of(results, 'storage')[0]).toMatch(/^ok: .*written, read back and removed/);
    expect(of(results, 'mail out')[0]).toMatch(/^note: SMTP_URL is not set/);
    expect(of(results, 'address')[0]).toMatch(/^ok/);
  });

  it('notices that another program answers at the address', async () => {
    const another = await startStandInServer((_, __, response) => answerJson(response, { ok: true }));
    const results = await look({ PUBLIC_URL: another.origin });
    await another.close();
    expect(of(results, 'address')[0]).toMatch(/^fix: Another program answers/);
  });

  it('says that the key of address hashes is missing or another one, and so does the start', async () => {
    const began = await createTestDatabase();
    const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-doctor-'));
    const settings = { DATABASE_URL: began.url, DATA_DIR: folder, LOG_LEVEL: 'silent' };
    const start = async (more: Record<string, string>) =>
      (await openServices(readConfig({ ...settings, ...more }), log)).close();
    const seen = async (more: Record<string, string>) =>
      of(await look({ ...settings, ...more }), 'addresses');
    try {
      expect(await seen({})).toEqual([expect.stringMatching(/^ok: .*made at the first start/)]);
      await start({});
      expect(await seen({})).toEqual([expect.stringMatching(/^ok: .*that of the database/)]);
      const another = { ADDRESS_HASH_KEY: 'f'.repeat(64) };
      expect(await seen(another)).toEqual([expect.stringMatching(/^fix: .*begun with another key/)]);
      await expect(start(another)).rejects.toThrow('begun with another key');
      const ADDRESS_HASH_KEY = await readFile(path.join(folder, 'address-hash-key'), 'utf8');
      await rm(path.join(folder, 'address-hash-key'));
      expect(await seen({})).toEqual([expect.stringMatching(/^fix: .*key of this database is missing/)]);
      await expect(start({})).rejects.toThrow('key of this database is missing');
      await start({ ADDRESS_HASH_KEY });
      // The way out.
      const renew = COMMANDS['address-key renew'];
      if (!renew || !('runStandalone' in renew)) throw new Error('There is no such command.');
      const run = (more: Record<string, string>, ...args: string[]) =>
        renew.runStandalone({ config: readConfig({ ...settings, ...more }), log }, args);
      await expect(run({})).rejects.toThrow('are forgotten by this');
      await expect(run({ ADDRESS_HASH_KEY }, 'blocks-are-lost')).rejects.toThrow('Nothing was changed');
      const running = new pg.Client({ connectionString: began.url, application_name: 'slow-letters 1' });
      await running.connect();
      await expect(run({}, 'blocks-are-lost')).rejects.toThrow('The product is running');
      await running.end();
      await run({}, 'blocks-are-lost');
      expect(await seen({})).toEqual([expect.stringMatching(/^ok: .*that of the database/)]);
      await start({});
    } finally {
      await began.drop();
      await rm(folder, { recursive: true });
    }
  });

  it('tells by the sign-ins whether a proxy hides where people come from', async () => {
    const at = { PUBLIC_URL: 'https://letters.example.org' };
    const product = await startTestProduct({ env: at });
    const signIn = async (remoteAddress: string, headers: Record<string, string> = {}) => {
      const { idToken } = await signedIn(product);
      const authorization = `Bearer ${idToken}`;
      const request = { ...product.origin, authorization, ...headers };
      await product.app.inject({ method: 'POST', url: '/api/session', headers: request, remoteAddress });
    };
    const networks = async (env: Record<string, string> = {}) => {
      const { DATABASE_URL = '', DATA_DIR } = product.services.config;
      return of(await look({ ...at, DATABASE_URL, DATA_DIR, ...env }), 'networks');
    };
    await signIn('172.18.0.1');
    expect(await networks()).toEqual([expect.stringMatching(/^note: Everybody came from .*172\.18\.0\.1/)]);
    await signIn('172.18.0.1', { 'x-forwarded-for': '203.0.113.9' });
    expect(await networks()).toEqual([
      expect.stringMatching(/^fix: Everybody came from .* Set TRUST_PROXY to 1/),
    ]);
    expect(await networks({ TRUST_PROXY: '2' })).toEqual([
      expect.stringMatching(/^note: .* the number of proxies/),
    ]);
    await signIn('203.0.113.9');
    expect(await networks()).toEqual([expect.stringMatching(/^note: Requests came with X-Forwarded-For/)]);
    expect(await networks({ TRUST_PROXY: '1' })).toEqual([
      expect.stringMatching(/^ok: People come from public addresses/),
    ]);
    await product.close();
  });

  it('reports ok for mail that is set up right, with a real SMTP server', async () => {
    const sink = await startSmtpSink();
    const dns = dnsOf(GOOD_TXT, { 'reply.example.org': ['127.0.0.1'] });
    const results = await look({ ...MAIL, SMTP_URL: sink.url }, { dns, mailPort: sink.port });
    await sink.close();
    for (const about of ['mail out', 'mail in', 'SPF', 'DKIM', 'DMARC', 'MX'])
      for (const text of of(results, about)) expect(text, about).toMatch(/^ok: /);
  });

  it('says what to fix in mail without server and DNS records', async () => {
    const results = await look(MAIL);
    expect(of(results, 'mail out')[0]).toMatch(
      /^fix: 127\.0\.0\.1:9: nothing listens at the host and port in SMTP_URL\. It said: /,
    );
    expect(of(results, 'SPF')[0]).toContain('fix: reply.example.org has no SPF record. Add: ');
    expect(of(results, 'DKIM')[0]).toContain(`p=${published}`);
    expect(of(results, 'DMARC')[0]).toContain('_dmarc.example.org. TXT');
    expect(of(results, 'MX')[0]).toContain('Nobody takes mail for reply.example.org');
  });

  it('looks up both domains that mail is from', async () => {
    const two = {
      MAIL_FROM: 'letters@example.org, post@example.net',
      DKIM_DOMAIN: 'example.org, example.net',
    };
    const results = await look({ ...MAIL, ...two }, { dns: dnsOf(GOOD_TXT) });
    expect(of(results, 'DKIM')[0]).toMatch(/^ok: /);
    expect(of(results, 'DKIM')[1]).toContain('letters._domainkey.example.net. TXT');
    expect(of(results, 'DMARC')[1]).toContain('_dmarc.example.net. TXT');
    expect(of(results, 'SPF')[1]).toContain('fix: example.net has no SPF record.');
  });

  it.each([
    ['SPF', { 'reply.example.org': ['v=spf1 +all'] }, 'fix: reply.example.org allows everybody'],
    ['SPF', { 'reply.example.org': ['v=spf1 mx ?all'] }, 'note: reply.example.org refuses nobody'],
    ['SPF', { 'reply.example.org': ['v=spf1 -all', 'v=spf1 mx -all'] }, 'fix: reply.example.org has 2 SPF'],
    ['DKIM', { 'letters._domainkey.example.org': ['v=DKIM1; p=AAAA'] }, 'fix: The key in DNS is not that'],
    ['DMARC', { '_dmarc.example.org': ['v=DMARC1; p=none'] }, 'note: _dmarc.example.org asks for nothing'],
    [
      'DKIM',
      { 'letters._domainkey.example.org': [`v=DKIM1; k=rsa; p=${short.published}`] },
      'note: The key has 1024 bits',
      { DKIM_PRIVATE_KEY: short.pem },
    ],
  ])('rates %s in %j', async (about, records, beginning, more: object = {}) => {
    const results = await look({ ...MAIL, ...more }, { dns: dnsOf({ ...GOOD_TXT, ...records }) });
    expect(of(results, about)[0]?.startsWith(beginning)).toBe(true);
  });

  it('tells a refused login from an unreachable host, and reports a resolver that is down', async () => {
    const sink = await startSmtpSink({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_, __, callback) => callback(new Error('no')),
    });
    const down = () => Promise.reject(Object.assign(new Error('queryTxt ETIMEOUT'), { code: 'ETIMEOUT' }));
    const results = await look(
      { ...MAIL, SMTP_URL: `smtp://user:wrong@127.0.0.1:${sink.port}` },
      { dns: { resolveTxt: down, resolveMx: down } },
    );
    await sink.close();
    expect(of(results, 'mail out')[0]).toContain('did not take the user and password in SMTP_URL');
    expect(of(results, 'MX')[0]).toContain('DNS did not answer');
  });

  it('checks that Stripe and Google know this installation', async () => {
    const events = ['*'];
    const asked: string[] = [];
    const outside = await startStandInServer((request, _, response) => {
      asked.push(`${request.url} ${request.headers.authorization ?? ''}`);
      if (request.url?.startsWith('/v1/projects'))
        return answerJson(response, { authorizedDomains: ['plum.firebaseapp.com', 'letters.example.org'] });
      const url = 'https://letters.example.org/api/stripe/webhook';
      answerJson(response, { data: [{ url, status: 'enabled', enabled_events: events }] });
    });
    const env = {
      PUBLIC_URL: 'https://letters.example.org',
      STRIPE_SECRET_KEY: 'sk_test_plum',
      STRIPE_WEBHOOK_SECRET: 'whsec_plum',
      STRIPE_API_BASE: outside.origin,
      FIREBASE_PROJECT_ID: 'plum',
      FIREBASE_API_KEY: 'AIza-plum',
    };
    const more = { outside: { googleApi: outside.origin } };
    const good = await look(env, more);
    expect(of(good, 'Stripe')[0]).toMatch(/^ok: .*test mode/);
    expect(of(good, 'Firebase')[0]).toMatch(/^ok/);
    events[0] = 'checkout.session.completed';
    const bad = await look({ ...env, PUBLIC_URL: 'https://other.example.org' }, more);
    expect(of(bad, 'Stripe')[0]).toContain(
      'No webhook leads here. Add https://other.example.org/api/stripe/webhook',
    );
    expect(of(bad, 'Firebase')[0]).toContain('not an authorised domain');
    expect(of(await look(env, more), 'Stripe')[0]).toContain('is not told of checkout.session.async');
    expect(asked[0]).toContain('Bearer sk_test_plum');
    await outside.close();
  });

  it.each([
    ['invalid_grant', 'ok: Apple knows us'],
    ['invalid_client', 'fix: Apple does not know this client'],
  ])('reports what Apple answers: %s', async (error, beginning) => {
    const apple = await startStandInServer((_, __, response) => answerJson(response, { error }, 400));
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const env = {
      PUBLIC_URL: 'https://letters.example.org',
      APPLE_CLIENT_ID: 'org.example.letters',
      APPLE_TEAM_ID: 'TEAM',
      APPLE_KEY_ID: 'KEY',
      APPLE_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
    const results = await look(env, { outside: { apple: apple.origin } });
    await apple.close();
    expect(of(results, 'Apple')[0]).toContain(beginning);
  });

  it('reports settings that are wrong on a public address, and storage that cannot be written', async () => {
    const file = path.join(dataDir, 'a-file');
    await writeFile(file, '');
    const results = await look({
      PUBLIC_URL: 'http://letters.example.org',
      TEST_ROUTES: 'on',
      PROCESS_ROLE: 'web',
      DATA_DIR: path.join(file, 'below'),
    });
    expect(of(results, 'settings').join('\n')).toMatch(
      /not https.*\n.*TEST_ROUTES is on.*\n.*TRUST_PROXY.*\n.*PASSWORD_MIN_LENGTH.*\n.*METRICS_TOKEN.*\n.*SESSION_SECRET.*\n.*S3_BUCKET/,
    );
    expect(of(results, 'storage')[0]).toMatch(/^fix: .*ENOTDIR/);
    expect(of(results, 'address')[0]).toMatch(/^fix: http:\/\/letters\.example\.org\/api\/config/);
  });
});
