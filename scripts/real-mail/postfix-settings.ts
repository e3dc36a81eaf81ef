import { spawnSync } from 'node:child_process';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { selfSignedCertificate } from '../../server/mail/in/smtp/self-signed-certificate.ts';
import type { MailBinaries } from './binaries.ts';

/** Where the mailboxes are, and where answers to our product go. */
export interface MailDomains {
  domain: string;
  people: string[];
  /** local part that is refused at RCPT; mail for anybody else is taken, and bounced later */
  refused: string;
  replies: string;
  repliesPort: number;
}

interface PostfixPlace {
  home: string;
  smtpPort: number;
  mailboxes: string;
  domains: MailDomains;
  owner: { uid: number; gid: number };
}

/**
 * A Postfix of its own (postconf(5), master(5)): takes mail on one loopback port, bounces it for strangers
 * after it has taken it, and hands answers to the product.
 * @returns the folder with the settings
 */
export async function writePostfixSettings({ postconf }: MailBinaries, place: PostfixPlace): Promise<string> {
  const { home, smtpPort, mailboxes, owner } = place;
  const { domain, people, refused, replies, repliesPort } = place.domains;
  const settings = path.join(home, 'postfix');
  const data = path.join(home, 'postfix-data');
  const queue = path.join(home, 'queue');
  for (const folder of [settings, data, queue]) await mkdir(folder, { mode: 0o755 });
  await chown(data, idOfPostfix(), -1);

  const { cert, key } = selfSignedCertificate('mail.localdomain.test');
  const certificate = path.join(settings, 'certificate.pem');
  await writeFile(certificate, key + cert, { mode: 0o600 });

  const main = {
    compatibility_level: '3.6',
    queue_directory: queue,
    data_directory: data,
    daemon_directory: systemPath(postconf, 'daemon_directory'),
    command_directory: systemPath(postconf, 'command_directory'),
    meta_directory: systemPath(postconf, 'meta_directory'),
    shlib_directory: systemPath(postconf, 'shlib_directory'),
    maillog_file: path.join(home, 'postfix.log'),
    maillog_file_prefixes: home,
    myhostname: 'mail.localdomain.test',
    mydestination: '',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    disable_dns_lookups: 'yes',
    smtp_host_lookup: 'native',
    alias_maps: '',
    local_recipient_maps: '',
    message_size_limit: 40_000_000,
    virtual_mailbox_limit: 0,
    smtpd_tls_cert_file: certificate,
    smtpd_tls_key_file: certificate,
    smtpd_tls_security_level: 'may',
    smtp_tls_security_level: 'may',
    smtpd_reject_unlisted_recipient: 'no',
    smtpd_recipient_restrictions: `check_recipient_access inline:{{${refused}@${domain}=550 5.1.1 No such user here}}, permit_mynetworks, reject`,
    virtual_mailbox_domains: domain,
    virtual_mailbox_base: mailboxes,
    virtual_mailbox_maps: `inline:{${people.map((name) => `{${name}@${domain}=${name}/Maildir/}`).join(' ')}}`,
    virtual_minimum_uid: 1,
    virtual_uid_maps: `static:${owner.uid}`,
    virtual_gid_maps: `static:${owner.gid}`,
    transport_maps: `inline:{{${replies}=smtp:[127.0.0.1]:${repliesPort}}}`,
    default_transport: 'error:5.1.2 this server of a test knows no other domains',
  };
  const lines = Object.entries(main).map(([name, value]) => `${name} = ${value}`);
  await writeFile(path.join(settings, 'main.cf'), `${lines.join('\n')}\n`);
  await writeFile(path.join(settings, 'master.cf'), services(smtpPort));
  return settings;
}

/** None of them in a chroot. */
function services(smtpPort: number): string {
  const service = (name: string, type: string, command: string, more = '- - n - -') =>
    `${name} ${type} ${more} ${command}`;
  return [
    service(`127.0.0.1:${smtpPort}`, 'inet', 'smtpd', 'n - n - -'),
    service('postlog', 'unix-dgram', 'postlogd', 'n - n - 1'),
    service('pickup', 'unix', 'pickup', 'n - n 60 1'),
    service('cleanup', 'unix', 'cleanup', 'n - n - 0'),
    service('qmgr', 'unix', 'qmgr', 'n - n 300 1'),
    service('tlsmgr', 'unix', 'tlsmgr', '- - n 1000? 1'),
    ...['bounce', 'defer', 'trace'].map((name) => service(name, 'unix', 'bounce', '- - n - 0')),
    service('rewrite', 'unix', 'trivial-rewrite'),
    service('verify', 'unix', 'verify', '- - n - 1'),
    service('flush', 'unix', 'flush', 'n - n 1000? 0'),
    service('proxymap', 'unix', 'proxymap'),
    service('smtp', 'unix', 'smtp'),
    service('showq', 'unix', 'showq', 'n - n - -'),
    service('error', 'unix', 'error'),
    service('retry', 'unix', 'error'),
    service('discard', 'unix', 'discard'),
    service('virtual', 'unix', 'virtual', '- n n - -'),
    service('anvil', 'unix', 'anvil', '- - n - 1'),
    service('scache', 'unix', 'scache', '- - n - 1'),
    '',
  ].join('\n');
}

/** Where this system keeps Postfix's own programs: its compiled-in default, or what main.cf says. */
function systemPath(postconf: string, name: string): string {
  return spawnSync(postconf, ['-h', name], { encoding: 'utf8' }).stdout.trim();
}

function idOfPostfix(): number {
  return Number(spawnSync('id', ['-u', 'postfix'], { encoding: 'utf8' }).stdout);
}
