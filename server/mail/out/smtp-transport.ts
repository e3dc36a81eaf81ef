import { createTransport, type NodemailerError, type SMTPConnectionOptions } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { Logger } from 'pino';
import { said } from '../../../shared/words.ts';
import type { Config } from '../../core/config.ts';
import { domainOf, mailFrom } from './addresses.ts';
import { DeliveryFailure, isTlsError, toDeliveryFailure } from './delivery-failure.ts';
import { dkimOptions } from './dkim.ts';
import { NO_SMTPUTF8, SmtpConnections, type StepError, TIMES } from './smtp-connections.ts';
import { type ContentFault, type MailTransport, toMessage } from './transport.ts';

/** @param changes to the times, for tests @throws {BadSettings} for DKIM settings that could not sign */
export function openSmtpTransport(
  config: Config,
  smtpUrl: string,
  log: Logger,
  changes: Partial<typeof TIMES> = {},
): MailTransport {
  const url = new URL(smtpUrl);
  const signers = (['letters', 'others'] as const).map((kind) => {
    const from = mailFrom(config, kind);
    return { from, dkim: dkimOptions(config, from) };
  });
  const signed = new Set(signers.flatMap(({ dkim }) => dkim?.domainName ?? []));
  const server = { ...parseConnectionUrl(smtpUrl), ...security(url), name: clientName(config) };
  const connections = new SmtpConnections(server, { ...TIMES, ...changes }, config.SMTP_CONNECTIONS);
  let failing = false;
  // Recipient of the last mail that was put off, if that may be about this recipient alone, as by greylisting.
  let lastPutOff: string | null = null;
  return {
    kind: 'smtp',
    description: `SMTP server ${url.host}${unprotected(url)}${signed.size > 0 ? `, signed for ${[...signed].join(' and ')}` : ''}`,
    async send(mail, failures = 0) {
      const failed: ContentFault = {};
      const { address, knownAs = address } = mail.to;
      const signer = signers.find(({ from }) => from.address === mail.from.address) ?? signers[0];
      const dkim = signer?.dkim;
      try {
        await createTransport({
          name: 'smtp',
          version: '1',
          send: (composed, callback) => {
            connections.send(composed.message, failures).then(() => callback(null), callback);
          },
        }).sendMail({ ...toMessage(mail, failed), ...(dkim ? { dkim } : {}) });
        failing = false;
        lastPutOff = null;
      } catch (error) {
        if (failed.error) throw failed.error;
        if ((error as StepError).code === NO_SMTPUTF8) throw needsUtf8(knownAs);
        const failure = toDeliveryFailure(error as StepError, knownAs);
        if (failure.isOfServer) failing = true;
        else if (failure.permanent) failing = false;
        else {
          failing ||= lastPutOff !== null && lastPutOff !== address;
          lastPutOff = address;
        }
        const advice = operatorAdvice(
          error as NodemailerError,
          smtpUrl === config.SMTP_URL ? 'SMTP_URL' : 'ALERT_URL',
        );
        if (advice) log.error({ server: url.host, response: failure.response }, advice);
        throw failure;
      }
    },
    isFailing: () => failing,
    async close() {
      connections.close();
    },
  };
}

/**
 * `smtps://` is TLS with a certificate that is checked. `smtp://` takes TLS when the server offers it (RFC 7435):
 * with a password for another machine the certificate is checked too; otherwise any is accepted, because an
 * attacker who could present a false one could remove the offer as well. `?requireTLS=true` insists.
 */
export function security(url: URL): SMTPConnectionOptions {
  if (url.protocol === 'smtps:' || url.searchParams.get('requireTLS') === 'true') return {};
  if (url.username && !isLocal(url)) return {};
  return { opportunisticTLS: true, tls: { rejectUnauthorized: false } };
}

/** For the output of `npm start`: whether somebody could read or redirect the connection to another machine. */
function unprotected(url: URL): string {
  const { opportunisticTLS } = security(url);
  return opportunisticTLS && !isLocal(url)
    ? ', WITHOUT CERTAIN ENCRYPTION (smtps:// or ?requireTLS=true)'
    : '';
}

const isLocal = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

const needsUtf8 = (address: string) =>
  new DeliveryFailure(
    true,
    said("Our mail server can't send to {address}: before the @ it takes plain letters only, a to z.", {
      address,
    }),
    'no SMTPUTF8',
  );

/** Our name in EHLO (RFC 5321, 4.1.1.1); many servers would refuse a local-only name. */
export function clientName(config: Config): string {
  const host = new URL(config.publicUrl).hostname;
  return host === 'localhost' ? domainOf(mailFrom(config).address) : host;
}

/** @returns null where the error itself says enough @param setting that names the server */
export function operatorAdvice(error: NodemailerError, setting: string): string | null {
  if (error.code === 'EAUTH' || error.code === 'ENOAUTH') {
    return `the SMTP server did not take the user and password in ${setting}`;
  }
  if (isTlsError(error))
    return 'no TLS connection to the SMTP server: check its certificate, and smtp:// or smtps://';
  if (error.code === 'EDNS') return `the host in ${setting} was not found`;
  if (error.originalCode === 'ECONNREFUSED') return `nothing listens at the host and port in ${setting}`;
  return null;
}
