import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface SinkMessage {
  envelopeSender: string;
  envelopeRecipients: string[];
  /** the client declared SMTPUTF8 (RFC 6531) */
  smtpUtf8: boolean;
  raw: string;
}

export interface SmtpSink {
  port: number;
  url: string;
  messages: SinkMessage[];
  close(): Promise<void>;
}

/** A real SMTP server on a loopback port (a free one by default) that stores what it receives. */
export async function startSmtpSink(options: SMTPServerOptions = {}, at = 0): Promise<SmtpSink> {
  const messages: SinkMessage[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onData(stream, session, callback) {
      read(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope;
        messages.push({
          envelopeSender: mailFrom ? mailFrom.address : '',
          envelopeRecipients: rcptTo.map((recipient) => recipient.address),
          smtpUtf8: session.envelope.smtpUtf8 === true,
          raw,
        });
        callback();
      }, callback);
    },
    ...options,
  });
  server.on('error', () => undefined);
  const listener = server.listen(at, '127.0.0.1');
  await new Promise<void>((resolve) => listener.once('listening', () => resolve()));
  const { port } = listener.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    messages,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function read(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}

/** An SMTP reply as an error of smtp-server's callbacks. */
export function smtpReply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
