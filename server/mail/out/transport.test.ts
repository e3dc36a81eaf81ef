import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type ParsedMail, simpleParser } from 'mailparser';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { startScriptedSmtp } from '../../../test/stand-ins/scripted-smtp.ts';
import { type SmtpSink, smtpReply, startSmtpSink } from '../../../test/stand-ins/smtp-sink.ts';
import { readConfig } from '../../core/config.ts';
import { DeliveryFailure } from './delivery-failure.ts';
import { openSmtpTransport } from './smtp-transport.ts';
import type { ComposedMail, MailTransport } from './transport.ts';

const log = pino({ level: 'silent' });
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function sink(options?: Parameters<typeof startSmtpSink>[0]): Promise<SmtpSink> {
  const started = await startSmtpSink(options);
  open.push(started);
  return started;
}

function transport(
  url: string,
  settings: Record<string, string> = {},
  times: Parameters<typeof openSmtpTransport>[3] = {},
): MailTransport {
  const config = readConfig({ SMTP_URL: url, MAIL_FROM: 'letters@example.org', ...settings });
  const opened = openSmtpTransport(config, url, log, times);
  open.push(opened);
  return opened;
}

const PHOTO = Buffer.from('ffd8ffe000104a4649460001', 'hex');

function letter(changes: Partial<ComposedMail> = {}): ComposedMail {
  return {
    from: { name: 'Maren Oakes via Slow Letters', address: 'letters@example.org' },
    to: { name: 'Jonas', address: 'jonas@example.net' },
    replyTo: { name: 'Maren Oakes', address: 'reply+abcdefghijklmnop@reply.example.org' },
    subject: 'A letter from Maren Oakes',
    text: 'Dear Jonas,\n\nplums.\n',
    html: '<p>Dear Jonas,</p><img src="cid:page-1@slow-letters" alt="Page 1">',
    messageId: '<one@example.org>',
    envelopeSender: 'bounces+abcdefghijklmnop@reply.example.org',
    attachments: [
      {
        filename: 'Letter from Zoë עדן, page 1.jpg',
        contentType: 'image/jpeg',
        cid: 'page-1@slow-letters',
        read: async () => Readable.from([PHOTO]),
      },
    ],
    ...changes,
  };
}

async function failureOf(sending: Promise<void>): Promise<DeliveryFailure> {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DeliveryFailure);
  return error as DeliveryFailure;
}

const parse = (raw: string): Promise<ParsedMail> =>
  simpleParser(Buffer.from(raw, 'latin1'), { keepCidLinks: true });

describe('SMTP transport', () => {
  test('sends text and HTML as alternatives, with the photos as related parts', async () => {
    const server = await sink();
    await transport(server.url).send(
      letter({ inReplyTo: '<zero@example.org>', references: ['<zero@example.org>'] }),
    );

    const [message] = server.messages;
    expect(message?.envelopeSender).toBe('bounces+abcdefghijklmnop@reply.example.org');
    expect(message?.envelopeRecipients).toEqual(['jonas@example.net']);
    const raw = message?.raw ?? '';
    expect(raw).toMatch(/^Message-ID: <one@example\.org>\r$/m);
    expect(raw).toMatch(/^In-Reply-To: <zero@example\.org>\r$/m);
    expect(raw).toMatch(
      /multipart\/alternative[\s\S]*text\/plain[\s\S]*multipart\/related[\s\S]*text\/html[\s\S]*image\/jpeg/,
    );
    const parsed = await parse(raw);
    expect(parsed.text).toContain('plums');
    expect(parsed.html).toContain('cid:page-1@slow-letters');
    expect(parsed.attachments[0]?.cid).toBe('page-1@slow-letters');
    expect(parsed.attachments[0]?.contentDisposition).toBe('inline');
    expect(parsed.attachments[0]?.filename).toBe('Letter from Zoë עדן, page 1.jpg');
    expect(raw).toMatch(/filename\*(0\*)?=utf-8''Letter%20from%20Zo%C3%AB/);
    expect(parsed.attachments[0]?.content).toEqual(PHOTO);
    expect(parsed.from?.value[0]).toEqual({
      name: 'Maren Oakes via Slow Letters',
      address: 'letters@example.org',
    });
    expect(parsed.replyTo?.value[0]?.address).toBe('reply+abcdefghijklmnop@reply.example.org');
  });

  test('line breaks in names and subjects add no header fields', async () => {
    const server = await sink();
    await transport(server.url).send(
      letter({
        from: { name: 'Eve\r\nBcc: victim@example.net', address: 'letters@example.org' },
        to: { name: 'J\nX-Evil: 1', address: 'jonas@example.net' },
        subject: 'Hello\r\nBcc: victim@example.net\r\n\r\nnew body',
        headers: { 'X-Note': 'a\r\nX-Evil: 2' },
      }),
    );
    const raw = server.messages[0]?.raw ?? '';
    const headers = raw.slice(0, raw.indexOf('\r\n\r\n'));
    expect(headers).not.toMatch(/^(Bcc|X-Evil):/im);
    expect(server.messages[0]?.envelopeRecipients).toEqual(['jonas@example.net']);
  });

  test('sends to a domain that is not ASCII by its punycode, and to a name in any script', async () => {
    const server = await sink();
    await transport(server.url).send(letter({ to: { name: 'Jörg 東京', address: 'joerg@bücher.example' } }));
    expect(server.messages[0]?.smtpUtf8).toBe(false);
    expect(server.messages[0]?.raw).toContain('<joerg@xn--bcher-kva.example>');
    const parsed = await parse(server.messages[0]?.raw ?? '');
    const to = Array.isArray(parsed.to) ? parsed.to[0] : parsed.to;
    expect(to?.value[0]?.name).toBe('Jörg 東京');
  });

  test('uses SMTPUTF8 for a local part that is not ASCII', async () => {
    const server = await sink();
    await transport(server.url).send(letter({ to: { address: 'jörg@example.net' } }));
    expect(server.messages[0]?.envelopeRecipients).toEqual(['jörg@example.net']);
    expect(server.messages[0]?.smtpUtf8).toBe(true);
  });

  test('quotes a local part whose dots are odd, in the envelope and in To (RFC 5321, 4.1.2)', async () => {
    const server = await sink({ lenientAddressParsing: true });
    const smtp = transport(server.url);
    for (const address of ['a..b@docomo.ne.jp', 'a.@docomo.ne.jp']) {
      const quoted = address.replace(/^[^@]+/, '"$&"');
      await smtp.send(letter({ to: { name: 'Ilse', address } }));
      expect(server.messages.at(-1)?.envelopeRecipients).toEqual([quoted]);
      expect(server.messages.at(-1)?.raw).toContain(`To: Ilse <${quoted}>\r\n`);
    }
  });

  test('reuses at most three connections', async () => {
    let connections = 0;
    const server = await sink({
      onConnect(_session, callback) {
        connections += 1;
        callback();
      },
    });
    const smtp = transport(server.url);
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => smtp.send(letter({ messageId: `<${n}@example.org>` }))),
    );
    expect(server.messages).toHaveLength(12);
    expect(connections).toBeLessThanOrEqual(3);
  });

  test('authenticates with the user and password of SMTP_URL', async () => {
    const server = await sink({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth(auth, _session, callback) {
        if (auth.username === 'mary' && auth.password === 'p@ss:word')
          return callback(null, { user: 'mary' });
        callback(smtpReply(535, '5.7.8 no'));
      },
    });
    await transport(`smtp://mary:${encodeURIComponent('p@ss:word')}@127.0.0.1:${server.port}`).send(letter());
    expect(server.messages).toHaveLength(1);
    const failure = await failureOf(transport(`smtp://mary:wrong@127.0.0.1:${server.port}`).send(letter()));
    expect(failure.permanent).toBe(false);
    expect(failure.message).toMatch(/did not let us in/);
    const without = await failureOf(transport(server.url).send(letter()));
    expect(without.permanent).toBe(false);
  });
});

describe('a refusal', () => {
  test.each([
    [550, '5.1.1 No such user', true, /no mailbox/],
    [550, 'Mailbox unavailable', true, /no mailbox/],
    [450, '4.2.0 Greylisted', false, /come back later/],
    [452, '4.2.2 Over quota', false, /is full/],
    [552, '5.2.2 Over quota', true, /is full/],
    [554, '5.7.1 Policy', true, /refused the mail/],
    [421, '4.3.2 Closing', false, /./],
    [503, '5.5.1 Bad sequence', false, /./],
  ])('of the recipient by %i %s', async (code, text, permanent, reason) => {
    const server = await sink({
      onRcptTo: (_address, _session, callback) => callback(smtpReply(code, text)),
    });
    const failure = await failureOf(transport(server.url).send(letter()));
    expect(failure.permanent).toBe(permanent);
    expect(failure.message).toMatch(reason);
    expect(failure.response).toContain(String(code));
  });

  test('of the sender, and of the message itself', async () => {
    const sender = await sink({
      onMailFrom: (_address, _session, callback) => callback(smtpReply(553, '5.7.1 not yours')),
    });
    expect((await failureOf(transport(sender.url).send(letter()))).permanent).toBe(true);
    const content = await sink({
      onData(stream, _session, callback) {
        stream.resume().on('end', () => callback(smtpReply(554, '5.6.0 spam')));
      },
    });
    expect((await failureOf(transport(content.url).send(letter()))).permanent).toBe(true);
  });

  test('of a mail larger than the server takes', async () => {
    const server = await sink({ size: 1_000, rejectOversized: true });
    const failure = await failureOf(transport(server.url).send(letter({ text: 'x'.repeat(5_000) })));
    expect(failure.permanent).toBe(true);
    expect(failure.message).toMatch(/larger/);
  });
});

describe('network and TLS errors are temporary', () => {
  test('a refused connection', async () => {
    const gone = await startSmtpSink();
    await gone.close();
    const failure = await failureOf(transport(gone.url).send(letter()));
    expect(failure.permanent).toBe(false);
    expect(failure.message).toMatch(/could not be reached/);
  });

  test('a connection that breaks during DATA; the pool does not send again', async () => {
    let begun = 0;
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('220 here\r\n');
      socket.on('data', (data) => {
        const line = data.toString();
        if (/^(EHLO|MAIL|RCPT)/.test(line)) socket.write('250 ok\r\n');
        else if (line.startsWith('DATA')) {
          begun += 1;
          socket.write('354 go\r\n');
        } else socket.destroy();
      });
    }).listen(0, '127.0.0.1');
    await new Promise<void>((resolve) => server.once('listening', () => resolve()));
    open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
    const { port } = server.address() as AddressInfo;
    const failure = await failureOf(transport(`smtp://127.0.0.1:${port}`).send(letter()));
    expect(failure.permanent).toBe(false);
    expect(begun).toBe(1);
  });

  test('a server without TLS at smtps://, and an unverifiable certificate', async () => {
    const plain = await sink();
    const wrong = await failureOf(transport(`smtps://127.0.0.1:${plain.port}`).send(letter()));
    expect(wrong.permanent).toBe(false);
    expect(wrong.message).toMatch(/safe connection/);
    const selfSigned = await sink({ secure: true, disabledCommands: [], logger: false });
    const unknown = await failureOf(transport(`smtps://127.0.0.1:${selfSigned.port}`).send(letter()));
    expect(unknown.permanent).toBe(false);
    expect(unknown.message).toMatch(/safe connection/);
  });

  test('STARTTLS is used with any certificate when it is offered at smtp://', async () => {
    let secure = false;
    const server = await sink({
      disabledCommands: [],
      logger: false,
      onMailFrom(_address, session, callback) {
        secure = session.secure;
        callback();
      },
    });
    await transport(server.url).send(letter());
    expect(secure).toBe(true);
    const insisted = await failureOf(transport(`${server.url}?requireTLS=true`).send(letter()));
    expect(insisted.permanent).toBe(false);
  });

  test('refusals of two recipients in a row count as failing, of one alone or for good they do not', async () => {
    let refusal: Error | null = smtpReply(450, '4.2.1 Come back later');
    const server = await sink({ onRcptTo: (_address, _session, callback) => callback(refusal) });
    const smtp = transport(server.url);
    const to = (address: string) => smtp.send(letter({ to: { name: 'Jonas', address } }));
    await failureOf(to('jonas@example.net'));
    await failureOf(to('jonas@example.net'));
    expect(smtp.isFailing()).toBe(false);
    await failureOf(to('ilse@example.net'));
    await failureOf(to('ilse@example.net'));
    expect(smtp.isFailing()).toBe(true);
    refusal = smtpReply(550, '5.1.1 No such user');
    await failureOf(to('ilse@example.net'));
    expect(smtp.isFailing()).toBe(false);
    refusal = null;
    await to('ilse@example.net');
    refusal = smtpReply(450, '4.2.1 Come back later');
    await failureOf(to('jonas@example.net'));
    expect(smtp.isFailing()).toBe(false);
  });

  test('an unreadable photo is thrown as it is, and the next mail is sent', async () => {
    const server = await sink();
    const smtp = transport(server.url);
    const missing = new Error('gone');
    const broken = letter({
      attachments: [
        { filename: 'a.jpg', contentType: 'image/jpeg', read: async () => Promise.reject(missing) },
      ],
    });
    await expect(smtp.send(broken)).rejects.toBe(missing);
    await smtp.send(letter());
    expect(server.messages).toHaveLength(1);
  });
});

describe('a server that says nothing, or that it takes nothing', () => {
  test.each<[Parameters<typeof startScriptedSmtp>[0], boolean]>([
    [{ connect: 'hang' }, true],
    [{ connect: '421 4.3.2 too many connections' }, true],
    [{ connect: '554 5.3.2 not now' }, true],
    [{ EHLO: 'hang' }, true],
    [{ EHLO: 'drop' }, true],
    [{ EHLO: '250-here\r\n250 AUTH PLAIN', AUTH: 'hang' }, true],
    [{ EHLO: '250-here\r\n250 AUTH PLAIN', AUTH: '535 5.7.8 wrong' }, true],
    [{ EHLO: '250-here\r\n250 STARTTLS', STARTTLS: '220 go on\r\nnot TLS' }, true],
    [{ MAIL: 'hang' }, true],
    [{ MAIL: '451 4.7.1 come back later' }, true],
    [{ MAIL: '421 4.7.0 too fast' }, true],
    [{ RCPT: 'hang' }, true],
    [{ RCPT: '450 4.2.0 greylisted' }, false],
    [{ RCPT: '421 4.7.0 too fast' }, false],
    [{ DATA: 'hang' }, true],
    [{ DATA: '451 4.3.0 not now' }, false],
    [{ DATA: 'drop while reading' }, false],
    [{ end: 'hang' }, false],
    [{ end: '452 4.3.1 no space' }, false],
    [{ MAIL: '553 5.7.1 not yours' }, false],
  ])('at %o: it is about the server: %s', async (deeds, isOfServer) => {
    const server = await startScriptedSmtp(deeds);
    open.push(server);
    const url = deeds.AUTH ? server.url.replace('//', '//maren:secret@') : server.url;
    const hangs = JSON.stringify(deeds).includes('hang') || deeds.STARTTLS;
    const times = hangs ? { reply: 300, taken: 300 } : {};
    const failure = await failureOf(transport(url, {}, times).send(letter()));
    expect(failure.isOfServer).toBe(isOfServer);
    expect(server.taken).toBe(0);
  });

  test('that takes minutes for a message: that mail waits apart and once, the others leave by other connections', async () => {
    const held: (() => void)[] = [];
    const taken: string[] = [];
    const server = await sink({
      onData(stream, session, callback) {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        stream.resume().on('end', () => {
          taken.push(to);
          if (to.startsWith('slow')) held.push(callback);
          else callback();
        });
      },
    });
    const smtp = transport(server.url, {}, { apart: 1, reply: 60_000 });
    const to = (address: string) => smtp.send(letter({ to: { name: 'Jonas', address } }));
    const slow = Array.from({ length: 5 }, (_, n) => to(`slow${n}@example.net`));
    for (let n = 0; n < 5; n++) await to(`quick${n}@example.net`);
    expect(held).toHaveLength(5);
    for (const reply of held) reply();
    await Promise.all(slow);
    expect(taken.sort()).toEqual([
      ...Array.from({ length: 5 }, (_, n) => `quick${n}@example.net`),
      ...Array.from({ length: 5 }, (_, n) => `slow${n}@example.net`),
    ]);
  });

  test('that was slow gets more time after some failures', async () => {
    const server = await sink({
      onRcptTo: (_address, _session, callback) => void setTimeout(callback, 1_500),
    });
    const smtp = transport(server.url, {}, { reply: 500 });
    expect((await failureOf(smtp.send(letter()))).isOfServer).toBe(true);
    await smtp.send(letter(), 8);
    await smtp.send(letter());
    expect(server.messages).toHaveLength(2);
  });

  test('that closes connections that are not used: the next mail gets another one', async () => {
    const sockets: Socket[] = [];
    const server = await sink();
    const through = createServer((socket) => {
      sockets.push(socket);
      const upstream = connect(server.port, '127.0.0.1');
      for (const each of [socket, upstream]) each.on('error', () => undefined);
      socket.pipe(upstream).pipe(socket);
    }).listen(0, '127.0.0.1');
    await new Promise<void>((resolve) => through.once('listening', () => resolve()));
    open.push({ close: () => new Promise((resolve) => through.close(() => resolve())) });
    const smtp = transport(`smtp://127.0.0.1:${(through.address() as AddressInfo).port}`);
    await smtp.send(letter());
    sockets[0]?.destroy();
    await smtp.send(letter());
    expect(server.messages).toHaveLength(2);
    for (const socket of sockets) socket.destroy();
  });
});

test.each([
  ['smtp://mail.example.org:587', true],
  ['smtp://mail.example.org:587?requireTLS=true', false],
  ['smtp://letters:secret@mail.example.org:587', false],
  ['smtps://mail.example.org', false],
  ['smtp://localhost:25', false],
])('SMTP: %s is said to be without certain encryption: %s', (url, said) => {
  expect(transport(url).description.includes('WITHOUT CERTAIN ENCRYPTION')).toBe(said);
});
