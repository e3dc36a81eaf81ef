import { type AddressInfo, createServer, type Socket } from 'node:net';

/** The steps of a client, in order; `connect` is the connection, `end` the dot after DATA. */
type Step = 'connect' | 'EHLO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'end';
/** A reply, or what the server does instead. `drop while reading` closes the connection in the middle of DATA. */
type Deed = string | 'hang' | 'drop' | 'drop while reading';

export interface ScriptedSmtp {
  url: string;
  /** messages that were answered with 250 */
  taken: number;
  close(): Promise<void>;
}

const WELL_BEHAVED: Record<Step, Deed> = {
  connect: '220 here',
  EHLO: '250-here\r\n250 8BITMIME',
  STARTTLS: '502 5.5.1 not here',
  AUTH: '235 2.7.0 welcome',
  MAIL: '250 2.1.0 ok',
  RCPT: '250 2.1.5 ok',
  DATA: '354 go on',
  end: '250 2.0.0 taken',
};

/** A line-based mail server that replies correctly except for the given steps. */
export async function startScriptedSmtp(deeds: Partial<Record<Step, Deed>>): Promise<ScriptedSmtp> {
  const script = { ...WELL_BEHAVED, ...deeds };
  const sockets = new Set<Socket>();
  const started = { url: '', taken: 0, close };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Clients may close the connection at any step.
    socket.on('error', () => undefined);
    let isReading = false;
    let text = '';
    const act = (step: Step) => {
      const deed = script[step];
      if (deed === 'hang') return;
      if (deed === 'drop') socket.destroy();
      else socket.write(`${deed === 'drop while reading' ? WELL_BEHAVED.DATA : deed}\r\n`);
      if (step === 'DATA' && deed.startsWith('354')) isReading = true;
      if (step === 'end' && deed.startsWith('250')) started.taken++;
    };
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (isReading) {
        const end = text.indexOf('\r\n.\r\n');
        if (end < 0) return;
        text = text.slice(end + 5);
        isReading = false;
        return act('end');
      }
      if (script.DATA === 'drop while reading' && text.includes('Message-ID')) return socket.destroy();
      for (let line = nextLine(); line !== null; line = nextLine()) {
        const step = stepOf(line);
        if (step) act(step);
        else if (script.DATA !== 'drop while reading') socket.write('250 2.0.0 ok\r\n');
      }
    });
    function nextLine(): string | null {
      const end = text.indexOf('\r\n');
      if (end < 0 || isReading) return null;
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      return line;
    }
    act('connect');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  started.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return started;

  function close(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  }
}

function stepOf(line: string): Step | undefined {
  return (['EHLO', 'STARTTLS', 'AUTH', 'MAIL', 'RCPT', 'DATA'] as const).find((verb) =>
    line.toUpperCase().startsWith(verb),
  );
}
