import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Milliseconds for the whole of the conversation. */
const TIMEOUT = 10_000;

/**
 * What an SMTP server says it can do beyond the plainest (RFC 5321, 4.1.1.1), as it says it before any STARTTLS:
 * keywords in capitals. Nothing but a greeting is said to it, so its certificate doesn't matter here.
 * @param clientName what we call ourselves
 * @throws Error when no whole answer comes
 */
export async function smtpExtensions(url: URL, clientName: string): Promise<Set<string>> {
  const isTls = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (isTls ? 465 : 25);
  const socket = isTls
    ? connectTls({ host, port, servername: host, rejectUnauthorized: false })
    : connectPlain({ host, port });
  // One that comes between two replies is seen as the end of the line.
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
    const hear = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (/^\d{3}(?: .*)?\r\n/m.test(text)) settle(() => resolve(text));
    };
    const fail = (error: Error) => settle(() => reject(error));
    const gone = () => fail(new Error('The mail server hung up.'));
    const timer = setTimeout(() => fail(new Error('The mail server says nothing.')), TIMEOUT);
    const settle = (act: () => void) => {
      clearTimeout(timer);
      socket.off('data', hear).off('error', fail).off('close', gone);
      act();
    };
    socket.on('data', hear).once('error', fail).once('close', gone);
  });
}
