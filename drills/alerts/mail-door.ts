import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type ScriptedSmtp, startScriptedSmtp } from '../../test/stand-ins/scripted-smtp.ts';

type Script = Parameters<typeof startScriptedSmtp>[0];
/** What happens to a connection in place of being led on. */
type Deed = 'refuse' | 'hang' | 'slow' | 'late' | Script;

export const MAIL_FAULTS: Record<string, { name: string; deed: Deed }> = {
  'mail-refused': { name: 'nothing listens at the mail server', deed: 'refuse' },
  'mail-hangs': { name: 'the mail server takes connections and says nothing', deed: 'hang' },
  'mail-421': {
    name: 'it says 421 to every connection',
    deed: { connect: '421 4.3.2 too many connections' },
  },
  'mail-slow': { name: 'each of its replies takes 15 s', deed: 'slow' },
  'mail-login': {
    name: 'it refuses the login',
    deed: { EHLO: '250-here\r\n250 AUTH PLAIN', AUTH: '535 5.7.8 wrong' },
  },
  'mail-tls': {
    name: 'its TLS is broken',
    deed: { EHLO: '250-here\r\n250 STARTTLS', STARTTLS: '220 go on\r\nnot TLS' },
  },
};

export interface MailDoor {
  port: number;
  /** Ends the connections that are open, but for `late` and after it; `null` leads on again. */
  do(deed: Deed | null): Promise<void>;
  close(): Promise<void>;
}

/** Longer than the ten seconds that a reply may take. */
const SLOW_MS = 15_000;
/** Until the reply to the first whole message. */
export const LATE_MS = 300_000;

/** On loopback, in front of a mail server that works. */
export async function openMailDoor(to: number): Promise<MailDoor> {
  const sockets = new Set<Socket>();
  let deed: Deed | null = null;
  let isLate = false;
  let scripted: ScriptedSmtp | null = null;
  const server = createServer((near) => {
    const keep = (socket: Socket) => {
      sockets.add(socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket)));
      return socket;
    };
    keep(near);
    if (deed === 'hang') return;
    let delay = deed === 'slow' ? SLOW_MS : 0;
    near.on('data', (bytes) => {
      if (deed !== 'late' || isLate || !bytes.includes('\r\n.\r\n')) return;
      isLate = true;
      delay = LATE_MS;
    });
    const far = keep(connect(scripted ? Number(new URL(scripted.url).port) : to, '127.0.0.1'));
    near.pipe(far);
    far.on('data', (bytes) => {
      setTimeout(() => {
        near.writable && near.write(bytes);
        far.resume();
      }, delay);
      if (delay !== LATE_MS) return;
      // The far end, which is idle meanwhile, may say goodbye.
      far.pause();
      delay = 0;
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('close', () => setTimeout(() => other.destroy(), delay));
  });
  const listen = (port: number) =>
    new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    async do(next) {
      if (next === 'refuse') server.close();
      else if (!server.listening) await listen(port);
      const isGentle = next === 'late' || deed === 'late';
      deed = next;
      isLate = false;
      const last = scripted;
      scripted = next instanceof Object ? await startScriptedSmtp(next) : null;
      if (!isGentle) end();
      await last?.close();
    },
    async close() {
      server.close();
      end();
      await scripted?.close();
    },
  };
}
