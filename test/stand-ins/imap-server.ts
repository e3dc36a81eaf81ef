import { type AddressInfo, createServer, type Socket } from 'node:net';

interface StoredMessage {
  uid: number;
  raw: Buffer;
  seen: boolean;
}

export interface ScriptedImapServer {
  url: string;
  messages: StoredMessage[];
  /** every command, without its tag, in order */
  commands: string[];
  /** awaited before a message's body is given out, with the command; the body is refused if it rejects */
  beforeDownload: (command: string) => Promise<void>;
  /** the next headers are the last of their connection */
  endsAfterHeaders: boolean;
  /** delivers a message; clients in IDLE are notified */
  deliver(raw: string): void;
  /** closes all connections */
  drop(): void;
  /** gives every message a new UID under a new UIDVALIDITY */
  renumber(): void;
  close(): Promise<void>;
}

/**
 * The part of an IMAP server (RFC 9051) that the poller uses: login, SELECT, UID SEARCH, FETCH and STORE, IDLE. It
 * answers from its stored messages, not from a list of expected lines; it does not check syntax.
 */
export async function startImapServer(): Promise<ScriptedImapServer> {
  const messages: StoredMessage[] = [];
  const commands: string[] = [];
  const clients = new Set<{ socket: Socket; idleTag: string | null }>();
  const state = { uidValidity: 1, nextUid: 1 };

  const server = createServer((socket) => {
    const client = { socket, idleTag: null as string | null };
    clients.add(client);
    socket.on('close', () => clients.delete(client));
    socket.on('error', () => undefined);
    socket.write('* OK [CAPABILITY IMAP4rev1 IDLE] ready\r\n');
    let text = '';
    let answered = Promise.resolve();
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        answered = answered.then(async () => {
          const given = line.includes('BODY.PEEK[]') ? imap.beforeDownload(line) : Promise.resolve();
          await given.then(
            () => answer(client, line),
            () => socket.write(`${line.split(' ')[0]} NO [SERVERBUG] refused\r\n`),
          );
        });
      }
    });
  });

  function drop(): void {
    for (const { socket } of clients) socket.destroy();
  }

  function answer(client: { socket: Socket; idleTag: string | null }, line: string): void {
    const say = (reply: string) => client.socket.write(`${reply}\r\n`);
    if (line.toUpperCase() === 'DONE' && client.idleTag) {
      say(`${client.idleTag} OK done`);
      client.idleTag = null;
      return;
    }
    const [tag = '', ...rest] = line.split(' ');
    const command = rest.join(' ');
    commands.push(command);
    const name = (rest[0] === 'UID' ? `UID ${rest[1]}` : (rest[0] ?? '')).toUpperCase();
    const handlers: Record<string, () => void> = {
      CAPABILITY: () => say('* CAPABILITY IMAP4rev1 IDLE'),
      LIST: () => say('* LIST () "/" INBOX'),
      LSUB: () => say('* LSUB () "/" INBOX'),
      SELECT: () => {
        say(`* ${messages.length} EXISTS`);
        say('* FLAGS (\\Seen \\Deleted)');
        say(`* OK [UIDVALIDITY ${state.uidValidity}] valid`);
        say(`* OK [UIDNEXT ${state.nextUid}] next`);
        say('* OK [PERMANENTFLAGS (\\Seen \\*)] flags');
      },
      'UID SEARCH': () => say(`* SEARCH ${matching(command).map(String).join(' ')}`.trimEnd()),
      'UID FETCH': () => fetch(client.socket, command),
      'UID STORE': () => {
        for (const message of inRange(rest[2] ?? '')) message.seen = /\+FLAGS.*\\Seen/i.test(command);
      },
    };
    if (name === 'IDLE') {
      client.idleTag = tag;
      say('+ idling');
      return;
    }
    handlers[name]?.();
    if (name === 'LOGOUT') say('* BYE bye');
    say(`${tag} OK ${name === 'SELECT' ? '[READ-WRITE] ' : ''}done`);
    const isHeaders = name === 'UID FETCH' && !command.includes('BODY.PEEK[]');
    if (name === 'LOGOUT' || (isHeaders && imap.endsAfterHeaders)) client.socket.end();
    if (isHeaders) imap.endsAfterHeaders = false;
  }

  function inRange(range: string): StoredMessage[] {
    const last = messages.at(-1)?.uid ?? 0;
    return messages.filter(({ uid }) =>
      range.split(',').some((part) => {
        const [from = '', to = from] = part.split(':');
        const ends = [from, to].map((end) => (end === '*' ? last : Number(end))).sort((a, b) => a - b);
        return uid >= (ends[0] ?? 0) && uid <= (ends[1] ?? 0);
      }),
    );
  }

  function matching(command: string): number[] {
    const range = /\bUID (\d[\d:*,]*)/.exec(command.slice('UID SEARCH'.length))?.[1];
    return (range ? inRange(range) : messages).map(({ uid }) => uid);
  }

  function fetch(socket: Socket, command: string): void {
    for (const message of inRange(command.split(' ')[2] ?? '')) {
      const items: string[] = [`UID ${message.uid}`];
      if (/RFC822\.SIZE/i.test(command)) items.push(`RFC822.SIZE ${message.raw.length}`);
      if (/\bFLAGS\b/i.test(command)) items.push(`FLAGS (${message.seen ? '\\Seen' : ''})`);
      const text = message.raw.toString('latin1');
      for (const [, section = '', from, length] of command.matchAll(
        /BODY\.PEEK\[([^\]]*)\](?:<(\d+)\.(\d+)>)?/gi,
      )) {
        const part = /^HEADER/i.test(section) ? text.slice(0, text.indexOf('\r\n\r\n') + 4) : text;
        const piece = from === undefined ? part : part.slice(Number(from), Number(from) + Number(length));
        items.push(`BODY[${section}]${from === undefined ? '' : `<${from}>`} {${piece.length}}\r\n${piece}`);
      }
      socket.write(
        Buffer.from(`* ${messages.indexOf(message) + 1} FETCH (${items.join(' ')})\r\n`, 'latin1'),
      );
    }
  }

  server.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => server.once('listening', () => resolve()));
  const { port } = server.address() as AddressInfo;
  const imap: ScriptedImapServer = {
    url: `imap://letters:secret@127.0.0.1:${port}/INBOX`,
    messages,
    commands,
    beforeDownload: async () => undefined,
    endsAfterHeaders: false,
    deliver(raw) {
      messages.push({ uid: state.nextUid++, raw: Buffer.from(raw, 'latin1'), seen: false });
      for (const { socket, idleTag } of clients) if (idleTag) socket.write(`* ${messages.length} EXISTS\r\n`);
    },
    drop,
    renumber() {
      state.uidValidity++;
      state.nextUid = 1;
      for (const message of messages) message.uid = state.nextUid++;
      drop();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        drop();
      }),
  };
  return imap;
}
