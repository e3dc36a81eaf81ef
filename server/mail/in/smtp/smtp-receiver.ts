import { randomUUID } from 'node:crypto';
import type { AddressInfo, Socket } from 'node:net';
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerSession,
} from 'smtp-server';
import type { Config } from '../../../core/config.ts';
import { pemSetting, privateKeySetting } from '../../../core/pem-setting.ts';
import type { Services } from '../../../core/services.ts';
import { traceFields, withTrace } from '../../../core/trace.ts';
import { type BusyAddressee, findDestination, isFeedbackAddress, isFlooded } from '../destination.ts';
import {
  INBOUND_MAX_BYTES,
  MessageTooLarge,
  receiveMail,
  TooManyMessages,
  UnknownRecipient,
} from '../receive-mail.ts';
import { ConnectionGuard, endSlowData, SlowData } from './connection-guard.ts';
import { selfSignedCertificate } from './self-signed-certificate.ts';

const SECOND = 1_000;
/** RFC 5321, 4.5.3.2.7 asks a server to wait five minutes for a command. */
const IDLE_TIMEOUT = 300 * SECOND;
/** How long `close` waits for messages that are being received. */
const CLOSE_TIMEOUT = 10 * SECOND;
/** Above the guard's limit: smtp-server counts a connection that the guard ended for a moment longer. */
const CLIENTS = 250;
const RECIPIENTS = 50;

export interface SmtpReceiver {
  host: string;
  port: number;
  close(): Promise<void>;
}

/**
 * Takes mail (RFC 5321) for our own addresses only: no relaying, no AUTH. DATA is answered with 250 only when the
 * message is stored and queued; until then the sending server keeps it.
 * @throws {BadSettings} for a certificate that cannot be read; the system's error when the port is taken
 */
export async function startSmtpReceiver(needs: Services): Promise<SmtpReceiver> {
  const { config, log, meters } = needs;
  const meter = (refused: unknown) =>
    meters.inbound('smtp', refused instanceof Error && isTemporary(refused) ? 'put off' : 'refused');
  const guard = new ConnectionGuard();
  const server = new SMTPServer({
    banner: config.PRODUCT_NAME.replace(/[^\x20-\x7e]/g, ''),
    size: INBOUND_MAX_BYTES,
    rejectOversized: true,
    // Some providers gave out addresses such as a..b@docomo.ne.jp, which the strict syntax refuses in MAIL FROM.
    lenientAddressParsing: true,
    authOptional: true,
    disabledCommands: ['AUTH'],
    ...tlsOptions(config),
    minVersion: 'TLSv1.2',
    maxClients: CLIENTS,
    maxRecipients: RECIPIENTS,
    socketTimeout: IDLE_TIMEOUT,
    closeTimeout: CLOSE_TIMEOUT,
    disableReverseLookup: true,
    logger: false,
    onConnect(session, callback) {
      const crowded = guard.hasTooManyConnections(session);
      callback(crowded ? smtpReply(421, '4.7.0 Too many connections from your address') : null);
    },
    onRcptTo(address, session, callback) {
      if (guard.guessesTokens(session)) {
        callback(smtpReply(421, '4.7.0 Too many mailboxes that are not here'));
        return;
      }
      checkRecipient(needs, address).then(
        (refused) => {
          if (refused?.responseCode === 550) guard.countUnknownRecipient(session);
          if (refused) meter(refused);
          callback(refused);
        },
        (error: unknown) => {
          log.error({ err: error }, 'recipient lookup failed');
          meters.inbound('smtp', 'put off');
          callback(smtpReply(451, '4.3.0 Please try again later'));
        },
      );
    },
    onData(stream, session, callback) {
      const trace = { id: randomUUID() };
      const ends = [guard.receive(session), endSlowData(stream)];
      const stored = withTrace(trace, () => storeMessage(needs, stream, session)).finally(() => {
        for (const end of ends) end();
      });
      stored.then(
        (ids) => {
          log.info({ ...traceFields(trace), inboundMessages: ids }, 'a mail was taken');
          meters.inbound('smtp', 'accepted');
          callback(null, '2.0.0 Kept');
        },
        (error: unknown) => {
          // The rest of a refused message must be received before the answer can be sent.
          stream.resume();
          const refused = refusal(needs, session, error);
          meter(refused);
          callback(refused);
        },
      );
    },
  });

  server.server.on('connection', (socket: Socket) => guard.watch(socket));
  const listener = server.listen(config.INBOUND_SMTP_PORT ?? 0, config.INBOUND_SMTP_HOST);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    listener.once('listening', () => resolve());
  });
  server.removeAllListeners('error');
  server.on('error', (error) => log.debug({ err: error }, 'SMTP client'));
  const { port } = listener.address() as AddressInfo;
  return {
    host: config.INBOUND_SMTP_HOST,
    port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Kept so that DATA does not look recipients up again. */
const destinations = new WeakMap<SMTPServerAddress, BusyAddressee>();

async function checkRecipient({ db, config }: Services, recipient: SMTPServerAddress) {
  if (isFeedbackAddress(config, recipient.address)) return null;
  const destination = await findDestination(db, config, recipient.address);
  if (!destination) return smtpReply(550, '5.1.1 There is no such mailbox here');
  // At RCPT already, so that the message's other recipients get it now.
  if (isFlooded(destination)) return tooManyMessages();
  destinations.set(recipient, destination);
  return null;
}

function storeMessage(needs: Services, raw: SMTPServerDataStream, session: SMTPServerSession) {
  const { mailFrom, rcptTo } = session.envelope;
  return receiveMail(needs, {
    raw,
    envelopeSender: mailFrom ? mailFrom.address : '',
    envelopeRecipients: rcptTo.map((recipient) => recipient.address),
    destinations: new Map(
      rcptTo.flatMap((recipient) => {
        const known = destinations.get(recipient);
        return known ? [[recipient.address, known]] : [];
      }),
    ),
    remoteAddress: session.remoteAddress,
  });
}

function refusal({ log }: Services, session: SMTPServerSession, error: unknown): Error {
  if (error instanceof MessageTooLarge) return smtpReply(552, '5.3.4 The message is larger than we take');
  if (error instanceof SlowData) return smtpReply(421, '4.4.2 The message arrives too slowly');
  if (error instanceof UnknownRecipient) return smtpReply(550, '5.1.1 There is no such mailbox here');
  if (error instanceof TooManyMessages) return tooManyMessages();
  log.error({ err: error, client: session.remoteAddress }, 'inbound message not stored');
  return smtpReply(451, '4.3.0 Please try again later');
}

/** Mail servers that use TLS when it is offered check no certificate (RFC 7435): a self-signed one is enough. */
function tlsOptions(config: Config): { cert: string; key: string } {
  if (!config.INBOUND_TLS_CERT || !config.INBOUND_TLS_KEY) {
    return selfSignedCertificate(config.REPLY_DOMAIN ?? new URL(config.publicUrl).hostname);
  }
  const key = pemSetting('INBOUND_TLS_KEY', config.INBOUND_TLS_KEY);
  privateKeySetting('INBOUND_TLS_KEY', key);
  return { cert: pemSetting('INBOUND_TLS_CERT', config.INBOUND_TLS_CERT), key };
}

/** A 4yz reply (RFC 5321, 4.2.1): the client is to try again. */
const isTemporary = (refusal: Error): boolean =>
  'responseCode' in refusal && Number(refusal.responseCode) < 500;

const tooManyMessages = () => smtpReply(450, '4.2.1 Too much mail at once, please try again later');

type SmtpRefusal = Error & { responseCode: number };

const smtpReply = (responseCode: number, message: string): SmtpRefusal =>
  Object.assign(new Error(message), { responseCode });
