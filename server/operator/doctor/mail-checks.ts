import { connect } from 'node:net';
import { ImapFlow } from 'imapflow';
import { createTransport, type NodemailerError } from 'nodemailer';
import { type Config, LOCAL_HOSTS } from '../../core/config.ts';
import { imapAccount } from '../../mail/in/imap/imap-poller.ts';
import { clientName, operatorAdvice, security } from '../../mail/out/smtp-transport.ts';
import { type Check, fix, messageOf, note, ok } from './check.ts';
import { mailServersOf } from './dns-checks.ts';

const TIME_OUT_MS = 10_000;
const CONNECT_TIME_OUT_MS = 15_000;

const smtp: Check = async ({ config }) => {
  if (!config.SMTP_URL)
    return note('mail out', 'SMTP_URL is not set: letters land in the local mailbox and reach nobody.');
  const url = new URL(config.SMTP_URL);
  try {
    await verifySmtp(config, config.SMTP_URL);
  } catch (error) {
    const advice = operatorAdvice(error as NodemailerError, 'SMTP_URL') ?? NO_CONNECTION;
    return fix('mail out', `${url.host}: ${advice}. It said: ${messageOf(error)}`);
  }
  const results = [
    ok('mail out', `${url.host} takes our ${url.username ? 'login' : 'mail without a login'}.`),
  ];
  if (
    url.protocol === 'smtp:' &&
    url.searchParams.get('requireTLS') !== 'true' &&
    !LOCAL_HOSTS.includes(url.hostname)
  )
    results.push(
      note(
        'mail out',
        'smtp:// goes on without TLS when none is offered. Take smtps://, or add ?requireTLS=true.',
      ),
    );
  return results;
};

const NO_CONNECTION =
  'no connection: check host and port, and that this machine may reach them (many hosts close port 25)';

const imap: Check = async ({ config }) => {
  if (!config.IMAP_URL) return [];
  const { host } = new URL(config.IMAP_URL);
  try {
    await verifyImap(config.IMAP_URL);
    return ok('IMAP', `${host} opens the mailbox.`);
  } catch (error) {
    return fix('IMAP', `${host}: ${messageOf(error)}. Check host, user, password and mailbox.`);
  }
};

/** RFC 5321, 3.1. */
const inbound: Check = async ({ config, dns, mailPort }) => {
  if (!config.REPLY_DOMAIN || config.INBOUND_WEBHOOK_SECRET) return [];
  // The MX check reports it.
  const [server] = await mailServersOf(dns, config.REPLY_DOMAIN).catch(() => []);
  if (!server) return [];
  try {
    const greeting = await greetingOf(server, mailPort);
    return greeting.startsWith('220')
      ? ok('mail in', `${server} greets on port ${mailPort}: ${greeting}`)
      : fix('mail in', `${server} answers, but not as a mail server: ${greeting}`);
  } catch (error) {
    return fix(
      'mail in',
      `${server} port ${mailPort}: ${messageOf(error)}. Is a worker running with INBOUND_SMTP_HOST=0.0.0.0, port ${mailPort} led to INBOUND_SMTP_PORT, and the firewall open? (Many networks close port 25 outwards: then ask from elsewhere.)`,
    );
  }
};

function greetingOf(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: TIME_OUT_MS });
    socket.setEncoding('utf8');
    socket.once('data', (line) => {
      socket.end('QUIT\r\n');
      resolve(String(line).split('\r\n')[0]?.slice(0, 200) ?? '');
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer within 10 seconds')));
    socket.once('error', reject);
    socket.once('end', () => reject(new Error('it hung up without a word')));
  });
}

async function verifySmtp(config: Config, smtpUrl: string): Promise<void> {
  const transporter = createTransport({
    url: smtpUrl,
    name: clientName(config),
    connectionTimeout: CONNECT_TIME_OUT_MS,
    greetingTimeout: CONNECT_TIME_OUT_MS,
    socketTimeout: CONNECT_TIME_OUT_MS,
    dnsTimeout: CONNECT_TIME_OUT_MS,
    ...security(new URL(smtpUrl)),
  });
  try {
    await transporter.verify();
  } finally {
    transporter.close();
  }
}

async function verifyImap(imapUrl: string): Promise<void> {
  const { connection, mailbox } = imapAccount(imapUrl);
  const client = new ImapFlow({ ...connection, logger: false, greetingTimeout: CONNECT_TIME_OUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.mailboxOpen(mailbox, { readOnly: true });
    await client.logout();
  } finally {
    client.close();
  }
}

export const mailChecks: Check[] = [smtp, imap, inbound];
