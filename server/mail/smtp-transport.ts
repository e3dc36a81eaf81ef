import { createTransport, type NodemailerError, type SMTPPoolOptions } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { domainOf, mailFrom } from './addresses.ts';
import { toMessage } from './composed-mail.ts';
import { toDeliveryFailure } from './delivery-failure.ts';
import { dkimOptions } from './dkim.ts';
import type { MailTransport } from './transport.ts';

const SECOND = 1_000;
/** The whole of one delivery, its wait for a free connection included; a job is handed on after 600 s. */
const DELIVERY_TIMEOUT = 420 * SECOND;
const TIMEOUTS = {
  dnsTimeout: 10 * SECOND,
  connectionTimeout: 20 * SECOND,
  greetingTimeout: 30 * SECOND,
  // A server may look through a large mail for minutes before it answers (RFC 5321, 4.5.3.2.6).
  socketTimeout: 180 * SECOND,
};
const CONNECTIONS = 3;

/**
 * Mail leaves over SMTP by a few lasting connections.
 * @throws {BadSettings} at boot, for DKIM settings that could not sign
 */
export function openSmtpTransport(config: Config, smtpUrl: string, log: Logger): MailTransport {
  const url = new URL(smtpUrl);
  const dkim = dkimOptions(config);
  const transporter = createTransport({
    pool: true,
    url: smtpUrl,
    name: clientName(config),
    maxConnections: CONNECTIONS,
    // A message that was under way when its connection broke is our queue's to repeat, not the pool's.
    maxRequeues: 0,
    ...TIMEOUTS,
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
        await transporter.sendMail({ ...message, signal: AbortSignal.timeout(DELIVERY_TIMEOUT) });
      } catch (error) {
        if (contentFault) throw contentFault;
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
function security(url: URL): SMTPPoolOptions {
  if (url.protocol === 'smtps:' || url.searchParams.get('requireTLS') === 'true') return {};
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.username && !local) return {};
  return { opportunisticTLS: true, tls: { rejectUnauthorized: false } };
}

/** What we call ourselves in EHLO (RFC 5321, 4.1.1.1); a local-only name would be refused by many servers. */
function clientName(config: Config): string {
  const host = new URL(config.publicUrl).hostname;
  return host === 'localhost' ? domainOf(mailFrom(config).address) : host;
}

const TROUBLE_FOR_THE_OPERATOR = ['EAUTH', 'ENOAUTH', 'ETLS', 'EDNS'];

function isForTheOperator(error: NodemailerError): boolean {
  return TROUBLE_FOR_THE_OPERATOR.includes(error.code ?? '') || error.originalCode === 'ECONNREFUSED';
}

function operatorAdvice(error: NodemailerError): string {
  if (error.code === 'EAUTH' || error.code === 'ENOAUTH') {
    return 'the SMTP server did not take the user and password in SMTP_URL';
  }
  if (error.code === 'ETLS')
    return 'no TLS connection to the SMTP server: check its certificate, and smtp:// or smtps://';
  if (error.code === 'EDNS') return 'the host in SMTP_URL was not found';
  return 'nothing listens at the host and port in SMTP_URL';
}
