import { X509Certificate } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect as connectTcp, createServer, Socket } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { aConversation, type TestConversation } from '../../../../test/mail/mailed-conversation.ts';
import { readAll, repliesOf } from '../../../../test/mail/replies.ts';
import { answer } from '../../../../test/mail/reply-message.ts';
import { SmtpClient } from '../../../../test/mail/smtp-client.ts';
import { startTestProduct, type TestProduct } from '../../../../test/support/test-product.ts';
import { inboundMessages } from '../schema.ts';
import { ConnectionGuard } from './connection-guard.ts';
import { selfSignedCertificate } from './self-signed-certificate.ts';
import { startSmtpReceiver } from './smtp-receiver.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ receiver: true });
});
afterAll(() => product.close());

const inboundOf = (conversation: TestConversation) =>
  product.services.db
    .select()
    .from(inboundMessages)
    .where(eq(inboundMessages.conversationId, conversation.id));

async function rawOf(conversation: TestConversation): Promise<string> {
  const [row] = await inboundOf(conversation);
  return (await buffer((await product.services.storage.read(row?.storageKey ?? '')).stream)).toString(
    'latin1',
  );
}

describe('STARTTLS', () => {
  test('is offered with a self-signed certificate, and carries a message', async () => {
    const conversation = await aConversation(product.services);
    const plain = connectTcp({ port: product.receiverPort, host: '127.0.0.1' });
    await received(plain, /^220 /m);
    plain.write('EHLO client.example\r\n');
    expect(await received(plain, /^250 /m)).toMatch(/STARTTLS/);
    plain.write('STARTTLS\r\n');
    await received(plain, /^220 /m);
    const secure = connectTls({ socket: plain, rejectUnauthorized: false, minVersion: 'TLSv1.2' });
    await new Promise((resolve) => secure.once('secureConnect', resolve));
    expect(secure.getPeerCertificate().subject).toEqual({ CN: 'localhost' });
    for (const [line, reply] of [
      ['EHLO client.example', /^250 /m],
      ['MAIL FROM:<ilse.brandt@gmail.com>', /^250 /m],
      [`RCPT TO:<${conversation.recipientWritesTo}>`, /^250 /m],
      ['DATA', /^354 /m],
      [`${answer()}.`, /^250 /m],
    ] as const) {
      secure.write(`${line}\r\n`);
      await received(secure, reply);
    }
    secure.destroy();
    expect(await inboundOf(conversation)).toHaveLength(1);
  });

  test('discards plain text that was sent ahead of it', async () => {
    const conversation = await aConversation(product.services);
    const plain = connectTcp({ port: product.receiverPort, host: '127.0.0.1' });
    await received(plain, /^220 /m);
    plain.write('EHLO client.example\r\n');
    await received(plain, /^250 /m);
    plain.write(
      `STARTTLS\r\nEHLO injected\r\nMAIL FROM:<x@example.org>\r\nRCPT TO:<${conversation.recipientWritesTo}>\r\n`,
    );
    await received(plain, /^220 /m);
    const secure = connectTls({ socket: plain, rejectUnauthorized: false });
    await new Promise((resolve) => secure.once('secureConnect', resolve));
    secure.write('DATA\r\n');
    expect(await received(secure, /^\d{3} /m)).toMatch(/^503 /m);
    secure.destroy();
  });

  test('the self-signed certificate is valid X.509', () => {
    const { cert, key } = selfSignedCertificate('reply.example.org', new Date('2026-05-04T10:00:00Z'));
    const read = new X509Certificate(cert);
    expect(read.subject).toBe('CN=reply.example.org');
    expect(read.subjectAltName).toBe('DNS:reply.example.org');
    expect(new Date(read.validTo).toISOString()).toBe('2036-05-04T10:00:00.000Z');
    expect(read.verify(read.publicKey)).toBe(true);
    expect(key).toContain('PRIVATE KEY');
  });
});

describe('SMTP smuggling', () => {
  test.each([
    ['LF.LF', '\n.\n'],
    ['LF.CRLF', '\n.\r\n'],
    ['CRLF.LF', '\r\n.\n'],
    ['CR.CR', '\r.\r'],
    ['CRLF.CR', '\r\n.\r'],
  ])('a message does not end at %s', async (_name, ending) => {
    const [one, two] = [await aConversation(product.services), await aConversation(product.services)];
    const client = await SmtpClient.open(product.receiverPort);
    await client.begin('ilse@example.org', [one.recipientWritesTo]);
    await client.say('DATA');
    client.write(
      `${answer({ body: 'Before.' })}${ending}MAIL FROM:<x@example.org>\r\nRCPT TO:<${two.recipientWritesTo}>\r\nDATA\r\n${answer({ body: 'Smuggled.' })}`,
    );
    expect(await client.say('\r\n.')).toMatch(/^250 /);
    expect(await client.say('NOOP')).toMatch(/^250 /);
    await client.quit();
    expect(await inboundOf(one)).toHaveLength(1);
    expect(await inboundOf(two)).toHaveLength(0);
    expect(await rawOf(one)).toContain('Smuggled.');
  });
});

describe('abusive clients', () => {
  test('pipelined commands are answered one by one', async () => {
    const conversation = await aConversation(product.services);
    const client = await SmtpClient.open(product.receiverPort);
    await client.say('EHLO client.example');
    client.write(
      `MAIL FROM:<ilse.brandt@gmail.com>\r\nRCPT TO:<${conversation.recipientWritesTo}>\r\nDATA\r\n`,
    );
    const replies = [await client.reply(), await client.reply(), await client.reply()];
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual(['250', '250', '354']);
    client.drop();
    expect(await inboundOf(conversation)).toHaveLength(0);
  });

  test('a flood of commands ends the connection', async () => {
    const client = await SmtpClient.open(product.receiverPort);
    client.write('EHLO x\r\n');
    client.write('WHAT\r\n'.repeat(50_000));
    expect(await client.last()).toMatch(/^421 /m);
  });

  test('an endless line is refused', async () => {
    const client = await SmtpClient.open(product.receiverPort);
    client.write(`EHLO ${'x'.repeat(2_000_000)}`);
    expect(await client.last()).toMatch(/^421 /m);
  });

  test('guessing at mailboxes ends the session', async () => {
    const client = await SmtpClient.open(product.receiverPort);
    await client.say('EHLO client.example');
    await client.say('MAIL FROM:<x@example.org>');
    const replies = [];
    for (let n = 0; n < 12; n++) {
      replies.push(
        await client.say(`RCPT TO:<reply+${'a'.repeat(20)}${n + 10}@reply.slow-letters.localhost>`),
      );
    }
    expect(replies.slice(0, 10).every((reply) => reply.startsWith('550'))).toBe(true);
    expect(replies[10]).toMatch(/^421 /);
    expect(replies[11]).toBe('closed');
  });

  test('a message that arrives a byte now and then is ended with 421; a slow one is received', async () => {
    const [drips, slow] = [await aConversation(product.services), await aConversation(product.services)];
    const begun = async ({ recipientWritesTo }: TestConversation) => {
      const client = await SmtpClient.open(product.receiverPort);
      await client.begin('ilse.brandt@gmail.com', [recipientWritesTo]);
      return client;
    };
    const [dripping, lasting] = [await begun(drips), await begun(slow)];
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    try {
      for (const client of [dripping, lasting]) expect(await client.say('DATA')).toMatch(/^354 /);
      lasting.write(answer());
      for (let minute = 0; minute < 8; minute += 1) {
        dripping.write('x');
        lasting.write(`${'plum '.repeat(15)}\r\n`.repeat(200));
        await arrived();
        vi.advanceTimersByTime(60_000);
      }
      expect(await dripping.last()).toMatch(/^421 /m);
      expect(await lasting.say('.')).toMatch(/^250 /);
    } finally {
      vi.useRealTimers();
    }
    lasting.drop();
    expect(await inboundOf(drips)).toHaveLength(0);
    expect(await inboundOf(slow)).toHaveLength(1);
  });

  test('when all places are taken, the network with the most gives one to a client of another', () => {
    const guard = new ConnectionGuard({ connections: 6 });
    let port = 1_000;
    const from = (remoteAddress: string) => {
      const socket = new Socket();
      port += 1;
      Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
      Object.defineProperty(socket, 'remotePort', { value: port });
      guard.watch(socket);
      return socket;
    };
    const ended = (...sockets: Socket[]) =>
      sockets.map(({ destroyed, writableEnded }) => destroyed || writableEnded);
    // Of one IPv4 /24.
    const crowd = ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.1'].map(from);
    const others = ['127.0.0.1', '192.0.2.1'].map(from);
    const done = guard.receive({ remoteAddress: '::ffff:198.51.100.1', remotePort: 1_001 });
    others.push(from('203.0.113.1'));
    // Not the first, which sends a message.
    expect(ended(...crowd)).toEqual([false, true, false, false]);
    done();
    others.push(from('203.0.114.1'));
    expect(ended(...crowd)).toEqual([true, true, false, false]);
    const { remoteAddress, remotePort } = from('198.51.100.9');
    expect(guard.hasTooManyConnections({ remoteAddress, remotePort })).toBe(true);
    expect(guard.hasTooManyConnections({ remoteAddress: '203.0.114.1', remotePort: 1_008 })).toBe(false);
    expect(ended(...others)).toEqual([false, false, false, false]);
  });

  test('a connection is limited in time, and each network in connections', async () => {
    const guard = new ConnectionGuard({ maxDurationMs: 200, connectionsPerNetwork: 2 });
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      guard.watch(socket);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const slow = connectTcp({
      port: address && typeof address === 'object' ? address.port : 0,
      host: '127.0.0.1',
    });
    // The receiver may end it with a reset.
    slow.on('error', () => undefined);
    const drip = setInterval(() => slow.write('x'), 20);
    await new Promise((resolve) => slow.once('close', resolve));
    clearInterval(drip);
    server.close();

    const from = (remoteAddress: string) => {
      const socket = new Socket();
      Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
      guard.watch(socket);
      return () => socket.emit('close');
    };
    const ends = [from('::ffff:192.0.2.1'), from('192.0.2.1')];
    expect(guard.hasTooManyConnections({ remoteAddress: '192.0.2.1' })).toBe(false);
    const third = from('192.0.2.1');
    expect(guard.hasTooManyConnections({ remoteAddress: '192.0.2.1' })).toBe(true);
    expect(guard.hasTooManyConnections({ remoteAddress: '192.0.2.2' })).toBe(false);
    third();
    expect(guard.hasTooManyConnections({ remoteAddress: '192.0.2.1' })).toBe(false);
    for (const end of ends) end();
    // One customer has a whole /64 (RFC 6177).
    const range = [1, 2, 3].map((host) => from(`2001:db8:0:1::${host}`));
    expect(guard.hasTooManyConnections({ remoteAddress: '2001:db8:0:1::4' })).toBe(true);
    expect(guard.hasTooManyConnections({ remoteAddress: '2001:db8:0:2::1' })).toBe(false);
    for (const end of range) end();
    const local = Array.from({ length: 5 }, () => from('127.0.0.1'));
    expect(guard.hasTooManyConnections({ remoteAddress: '127.0.0.1' })).toBe(false);
    for (const end of local) end();
  });
});

describe('an error before the commit', () => {
  test('is answered with 451, and nothing of the message is stored', async () => {
    const conversation = await aConversation(product.services);
    const { queue } = product.services;
    const failingQueue = Object.assign(Object.create(queue), {
      enqueue: async () => {
        throw new Error('the database went away');
      },
    });
    const receiver = await startSmtpReceiver({ ...product.services, queue: failingQueue });
    const files = async () =>
      (await readdir(path.join(product.dataDir, 'storage'), { recursive: true })).filter((file) =>
        file.endsWith('.eml'),
      ).length;
    const before = await files();
    const client = await SmtpClient.open(receiver.port);
    await client.begin('ilse@example.org', [conversation.recipientWritesTo]);
    expect(await client.data(answer())).toMatch(/^451 /);
    await client.quit();
    await receiver.close();
    expect(await inboundOf(conversation)).toHaveLength(0);
    expect(await files()).toBe(before);
  });
});

describe('replayed messages', () => {
  test('a replayed message is one reply', async () => {
    const conversation = await aConversation(product.services);
    const message = answer({ headers: ['Message-ID: <replayed@mail.gmail.com>'] });
    for (let n = 0; n < 3; n++) {
      const client = await SmtpClient.open(product.receiverPort);
      await client.begin('ilse.brandt@gmail.com', [conversation.recipientWritesTo]);
      await client.data(message);
      await client.quit();
    }
    expect(await readAll(product, conversation)).toEqual(['reply', 'duplicate', 'duplicate']);
    expect(await repliesOf(product, conversation)).toHaveLength(1);
  });
});

/** Until what was written to the receiver's socket was read there. */
const arrived = () => new Promise((resolve) => setTimeout(resolve, 50));

function received(socket: Socket, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const hear = (chunk: Buffer) => {
      text += chunk.toString();
      if (!pattern.test(text)) return;
      socket.off('data', hear);
      resolve(text);
    };
    socket.on('data', hear);
    socket.once('error', reject);
  });
}
