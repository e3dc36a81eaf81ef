import { createTransport, type NodemailerError, type SMTPPoolOptions } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { domainOf, mailFrom } from './addresses.ts';
import { toMessage } from './composed-mail.ts';
import { DeliveryFailure, isTlsTrouble, toDeliveryFailure } from './delivery-failure.ts';
import { dkimOptions } from './dkim.ts';
import { smtpExtensions } from './smtp-extensions.ts';
import type { MailTransport } from './transport.ts';

const SECOND = 1_000;
/** Milliseconds that each step of a delivery may take. */
const TIMES = {
  /** The whole of it, its wait for a free connection included; a job is handed on after 600 s. */
  delivery: 420 * SECOND,
  dnsTimeout: 10 * SECOND,
  connectionTimeout: 20 * SECOND,
  greetingTimeout: 30 * SECOND,
  // A server may look through a large mail for minutes before it answers (RFC 5321, 4.5.3.2.6).
  socketTimeout: 180 * SECOND,
};
const CONNECTIONS = 3;

/**
 * Mail leaves over SMTP by a few lasting connections.
 * @param changes of the times that steps may take; only tests are in a hurry
 * @throws {BadSettings} at boot, for DKIM settings that could not sign
 */
export function openSmtpTransport(
  config: Config,
  smtpUrl: string,
  log: Logger,
  changes: Partial<typeof TIMES> = {},
): MailTransport {
  const { delivery, ...timeouts } = { ...TIMES, ...changes };
  const url = new URL(smtpUrl);
  const dkim = dkimOptions(config);
  const transporter = createTransport({
    pool: true,
    url: smtpUrl,
    name: clientName(config),
    maxConnections: CONNECTIONS,
    // A message that was under way when its connection broke is our queue's to repeat, not the pool's.
    maxRequeues: 0,
    ...timeouts,
    ...security(url),
    ...(dkim ? { dkim } : {}),
  });
  return {
    kind: 'smtp',
    description: `SMTP server ${url.host}${dkim ? `, signed for ${dkim.domainName}` : ''}`,
    async send(mail) {
      let contentFault: unknown;
      const message = toMessage(mail, (error) => {
        contentFault ??= error;
      });
      try {
        if (!isAscii(mail.to.address)) await assertTakesUtf8(url, clientName(config), mail.to.address);
        await transporter.sendMail({ ...message, signal: AbortSignal.timeout(delivery) });
      } catch (error) {
        if (contentFault) throw contentFault;
        if (error instanceof DeliveryFailure) throw error;
        const failure = toDeliveryFailure(error as NodemailerError, mail.to.address);
        if (isForTheOperator(error as NodemailerError)) {
          log.error(
            { server: url.host, response: failure.response },
            operatorAdvice(error as NodemailerError),
          );
        }
        throw failure;
      }
    },
    async close() {
      transporter.close();
    },
  };
}

/**
 * `smtps://` is TLS with a certificate that is checked. `smtp://` takes TLS when the server offers it (RFC 7435):
 * with a password on the way to another machine the certificate is checked too; otherwise any is good enough, for
 * whoever could show a false one could as well take the offer away. `?requireTLS=true` insists.
 */
export function security(url: URL): SMTPPoolOptions {
  if (url.protocol === 'smtps:' || url.searchParams.get('requireTLS') === 'true') return {};
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.username && !local) return {};
  return { opportunisticTLS: true, tls: { rejectUnauthorized: false } };
}

/** Whether the mailbox is; a domain that is not has an ASCII form (RFC 5890). */
function isAscii(address: string): boolean {
  return /^[\x20-\x7e]*@/.test(address);
}

/**
 * The library would send such an address to any server, and each has its own words for what it makes of it.
 * @throws {DeliveryFailure} for a server without SMTPUTF8 (RFC 6531); one that can't be asked is left to the delivery
 */
async function assertTakesUtf8(url: URL, clientName: string, recipient: string): Promise<void> {
  const extensions = await smtpExtensions(url, clientName).catch(() => null);
  if (extensions === null || extensions.has('SMTPUTF8')) return;
  throw new DeliveryFailure(
    true,
    `Our mail server can't send to ${recipient}: before the @ it takes plain letters only, a to z.`,
    'no SMTPUTF8',
  );
}

/** What we call ourselves in EHLO (RFC 5321, 4.1.1.1); a local-only name would be refused by many servers. */
export function clientName(config: Config): string {
  const host = new URL(config.publicUrl).hostname;
  return host === 'localhost' ? domainOf(mailFrom(config).address) : host;
}

const TROUBLE_FOR_THE_OPERATOR = ['EAUTH', 'ENOAUTH', 'ETLS', 'EDNS'];

function isForTheOperator(error: NodemailerError): boolean {
  return (
    TROUBLE_FOR_THE_OPERATOR.includes(error.code ?? '') ||
    isTlsTrouble(error) ||
    error.originalCode === 'ECONNREFUSED'
  );
}

function operatorAdvice(error: NodemailerError): string {
  if (error.code === 'EAUTH' || error.code === 'ENOAUTH') {
    return 'the SMTP server did not take the user and password in SMTP_URL';
  }
  if (isTlsTrouble(error))
    return 'no TLS connection to the SMTP server: check its certificate, and smtp:// or smtps://';
  if (error.code === 'EDNS') return 'the host in SMTP_URL was not found';
  return 'nothing listens at the host and port in SMTP_URL';
}
