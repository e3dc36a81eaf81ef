import { createPublicKey } from 'node:crypto';
import { domainOf, mailFrom, type NamedAddress } from '../../mail/out/addresses.ts';
import { dkimOptions } from '../../mail/out/dkim.ts';
import {
  type Check,
  type CheckResult,
  type Dns,
  type DoctorContext,
  fix,
  messageOf,
  note,
  ok,
} from './check.ts';

/** Each joined from its parts (RFC 7208, 3.3). */
async function texts(dns: Dns, name: string, begin: RegExp): Promise<string[]> {
  const records = await dns.resolveTxt(name).catch(orNone);
  return records.map((parts) => parts.join('')).filter((text) => begin.test(text));
}

/** @throws another error than that there is no such record */
function orNone(error: unknown): never[] {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
  throw error;
}

async function queryDns(about: string, work: () => Promise<CheckResult>): Promise<CheckResult> {
  try {
    return await work();
  } catch (error) {
    return fix(about, `DNS did not answer: ${messageOf(error)}. Check the resolver of this machine.`);
  }
}

/** One check for each domain that mail is from. */
const ofSenders =
  (check: (context: DoctorContext, from: NamedAddress) => Promise<CheckResult>): Check =>
  (context) => {
    const [letters, others] = [mailFrom(context.config), mailFrom(context.config, 'others')];
    const same = domainOf(letters.address) === domainOf(others.address);
    return Promise.all((same ? [letters] : [letters, others]).map((from) => check(context, from)));
  };

/** RFC 7208, of the domains of envelope senders: that of letters, and that of other mail. */
const spf: Check = ({ config, dns }) => {
  const letters = config.REPLY_DOMAIN ?? domainOf(config.REPLY_ADDRESS ?? mailFrom(config).address);
  const domains = new Set([letters, domainOf(mailFrom(config, 'others').address)]);
  return Promise.all([...domains].map((domain) => spfOf(dns, domain)));
};

const spfOf = (dns: Dns, domain: string) =>
  queryDns('SPF', async () => {
    const found = await texts(dns, domain, /^v=spf1(\s|$)/i);
    const [record] = found;
    const example = `${domain}. TXT "v=spf1 include:<your SMTP provider's> -all"`;
    if (!record) return fix('SPF', `${domain} has no SPF record. Add: ${example}`);
    if (found.length > 1)
      return fix('SPF', `${domain} has ${found.length} SPF records; receivers take that as none. Keep one.`);
    if (/[\s+]\+?all$/i.test(record.trim()) && !/[-~?]all$/i.test(record.trim()))
      return fix('SPF', `${domain} allows everybody to send (${record}). End it in -all or ~all.`);
    if (!/[-~]all$/i.test(record.trim()) && !/redirect=/i.test(record))
      return note('SPF', `${domain} refuses nobody (${record}). End it in -all or ~all.`);
    return ok('SPF', `${domain}: ${record}. Make sure it names the servers behind SMTP_URL.`);
  });

/** RFC 6376: the key in DNS is the one that signs. */
const dkim = ofSenders(({ config, dns }, from) =>
  queryDns('DKIM', async () => {
    const signing = dkimOptions(config, from);
    if (!signing || !('privateKey' in signing))
      return note(
        'DKIM',
        'DKIM_* are not set: your SMTP provider must sign for the domain of MAIL_FROM itself, or mail fails DMARC.',
      );
    const name = `${signing.keySelector}._domainkey.${signing.domainName}`;
    const key = createPublicKey(String(signing.privateKey));
    const wanted = key.export({ type: 'spki', format: 'der' }).toString('base64');
    const [record] = await texts(dns, name, /(^|;)\s*p=/i);
    const advice = `${name}. TXT "v=DKIM1; k=rsa; p=${wanted}"`;
    if (!record) return fix('DKIM', `There is no key in DNS. Add: ${advice}`);
    const published = /(?:^|;)\s*p=([^;]*)/i.exec(record)?.[1]?.replace(/\s/g, '') ?? '';
    if (published !== wanted)
      return fix(
        'DKIM',
        `The key in DNS is not that of DKIM_PRIVATE_KEY, so every signature fails. Set: ${advice}`,
      );
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    if (bits < 2048)
      return note('DKIM', `The key has ${bits} bits. Make one of 2,048 under another DKIM_SELECTOR.`);
    return ok('DKIM', `${name} holds the key that signs.`);
  }),
);

/** RFC 7489: of the From domain or the organisation above it. */
const dmarc = ofSenders(({ dns }, from) =>
  queryDns('DMARC', async () => {
    const domain = domainOf(from.address);
    const labels = domain.split('.');
    for (let cut = 0; cut <= labels.length - 2; cut++) {
      const name = `_dmarc.${labels.slice(cut).join('.')}`;
      const [record] = await texts(dns, name, /^v=DMARC1\s*;/i);
      if (!record) continue;
      return /;\s*p=(quarantine|reject)/i.test(record)
        ? ok('DMARC', `${name}: ${record}`)
        : note('DMARC', `${name} asks for nothing (${record}). Once letters arrive, make it p=quarantine.`);
    }
    return fix(
      'DMARC',
      `${domain} has no policy. Add: _dmarc.${domain}. TXT "v=DMARC1; p=none; rua=mailto:<you>"`,
    );
  }),
);

/** The preferred first (RFC 5321, 5.1; RFC 7505 for one that takes none). */
export async function mailServersOf(dns: Dns, domain: string): Promise<string[]> {
  const records = await dns.resolveMx(domain).catch(orNone);
  return records
    .filter(({ exchange }) => exchange !== '' && exchange !== '.')
    .sort((one, other) => one.priority - other.priority)
    .map(({ exchange }) => exchange);
}

const mx: Check = ({ config, dns }) =>
  queryDns('MX', async () => {
    const domain = config.REPLY_DOMAIN ?? domainOf(config.REPLY_ADDRESS ?? '');
    if (!domain)
      return fix(
        'MX',
        'Answers have no address on the internet: set REPLY_DOMAIN, or REPLY_ADDRESS with IMAP_URL.',
      );
    const servers = await mailServersOf(dns, domain);
    if (servers.length === 0)
      return fix('MX', `Nobody takes mail for ${domain}. Add: ${domain}. MX 10 <the machine that receives>.`);
    return ok('MX', `Mail for ${domain} goes to ${servers.join(', ')}.`);
  });

export const dnsChecks: Check[] = [spf, dkim, dmarc, mx];
