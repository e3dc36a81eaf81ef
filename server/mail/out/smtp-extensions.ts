import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Milliseconds for each reply. */
const TIMEOUT = 10_000;

/**
 * The extensions that an SMTP server offers before STARTTLS (RFC 5321, 4.1.1.1), as upper-case keywords. Nodemailer
 * knows them but does not report them. Nothing but EHLO is sent, so the certificate is not checked.
 * @param clientName our name in EHLO
 * @throws Error when no complete reply comes
 */
export async function smtpExtensions(url: URL, clientName: string): Promise<Set<string>> {
  const isTls = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (isTls ? 465 : 25);
  const socket = isTls
    ? connectTls({ host, port, servername: host, rejectUnauthorized: false })
    : connectPlain({ host, port });
  // An error between two replies is noticed as the closed connection.
  socket.on('error', () => undefined);
  try {
    await reply(socket);
    socket.write(`EHLO ${clientName}\r\n`);
    const lines = (await reply(socket)).split('\r\n').slice(1);
    socket.write('QUIT\r\n');
    return new Set(lines.map((line) => line.slice(4).split(' ')[0]?.toUpperCase() ?? ''));
  } finally {
    socket.destroy();
  }
}

/** The next reply, all its lines. */
function reply(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (/^\d{3}(?: .*)?\r\n/m.test(text)) finish(() => resolve(text));
    };
    const fail = (error: Error) => finish(() => reject(error));
    const gone = () => fail(new Error('The mail server hung up.'));
    const timer = setTimeout(() => fail(new Error('The mail server says nothing.')), TIMEOUT);
    const finish = (act: () => void) => {
      clearTimeout(timer);
      socket.off('data', onData).off('error', fail).off('close', gone);
      act();
    };
    socket.on('data', onData).once('error', fail).once('close', gone);
  });
}
