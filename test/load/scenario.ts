import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Agent } from 'node:http';
import { createTransport, type Transporter } from 'nodemailer';
import type { Pool } from 'pg';
import sharp from 'sharp';
import { Visitor } from './visitor.ts';

export const REPLY_DOMAIN = 'reply.example.org';
export const INBOUND_WEBHOOK_SECRET = 'only-for-this-measure';
const PEOPLE = 20;
const LETTERS_KNOWN = 500;

/** What people do, and how often of a hundred times: for each letter two photos, many looks, and sometimes an answer. */
const MIX = [
  { name: 'read my letters', share: 60 },
  { name: 'fetch a photo', share: 22 },
  { name: 'upload a photo', share: 8 },
  { name: 'write and send', share: 5 },
  { name: 'receive an answer', share: 3 },
  { name: 'sign in', share: 2 },
] as const;
type Name = (typeof MIX)[number]['name'];
export const OPERATIONS = MIX.map(({ name }) => name);

interface Writer {
  visitor: Visitor;
  photos: string[];
}

/** People at one server, and what they do there; each act is one operation of the mix. */
export class Scenario {
  readonly #url: string;
  readonly #agent: Agent;
  readonly #writers: Writer[];
  readonly #jpeg: Buffer;
  readonly #answers: Transporter;
  readonly #database: Pool;
  /** where answers go, and who answers */
  readonly #letters: { to: string; from: string }[] = [];

  private constructor(
    site: { url: string; agent: Agent },
    writers: Writer[],
    jpeg: Buffer,
    answers: Transporter,
    database: Pool,
  ) {
    this.#url = site.url;
    this.#agent = site.agent;
    this.#writers = writers;
    this.#jpeg = jpeg;
    this.#answers = answers;
    this.#database = database;
  }

  /** Signs people up, with credits enough and no limit in the way, and gives each a photo and a letter. */
  static async open(
    site: { url: string; receiverPort: number },
    database: Pool,
    agent: Agent,
  ): Promise<Scenario> {
    const jpeg = await twoMegabytes();
    const answers = createTransport({
      pool: true,
      host: '127.0.0.1',
      port: site.receiverPort,
      ignoreTLS: true,
    });
    const writers: Writer[] = [];
    for (let n = 0; n < PEOPLE; n++) {
      const visitor = new Visitor(site.url, `writer${n}.${randomUUID()}@example.com`, agent);
      await visitor.signUp();
      writers.push({ visitor, photos: [] });
    }
    await database.query(`update accounts set email_verified = true`);
    await database.query(`insert into ledger_entries (user_id, delta, kind, reference)
      select id, 1000000, 'grant', id || ':for a measure' from users`);
    await database.query(`update users set credits = credits + 1000000`);
    // Charges count as of last week, so that no limit of letters an hour is met.
    await database.query(`create function backdate_charge() returns trigger language plpgsql as $$
      begin new.created_at := now() - interval '7 days'; return new; end $$`);
    await database.query(`create trigger backdate_charge before insert on ledger_entries
      for each row when (new.kind = 'letter') execute function backdate_charge()`);
    const scenario = new Scenario({ url: site.url, agent }, writers, jpeg, answers, database);
    for (const writer of writers) {
      await writer.visitor.signIn();
      await scenario.#upload(writer);
      await scenario.#write(writer);
    }
    return scenario;
  }

  /** One operation, chosen by the mix. */
  choose(): Name {
    let at = Math.random() * 100;
    for (const { name, share } of MIX) {
      if (at < share) return name;
      at -= share;
    }
    return MIX[0].name;
  }

  /** @throws what the product refused */
  async act(name: Name): Promise<void> {
    const writer = pick(this.#writers);
    const { visitor } = writer;
    switch (name) {
      case 'read my letters':
        await visitor.ask('GET', '/api/letters?limit=20');
        return;
      case 'fetch a photo':
        await visitor.ask('GET', pick(writer.photos).replace('/uploads/', '/api/photo/'));
        return;
      case 'upload a photo':
        return this.#upload(writer);
      case 'write and send':
        return this.#write(writer);
      case 'receive an answer':
        return this.#answer();
      case 'sign in':
        // In another browser.
        return new Visitor(this.#url, visitor.email, this.#agent).signIn();
    }
  }

  /** Somebody whose letters a floor may read. */
  get reader(): Visitor {
    return pick(this.#writers).visitor;
  }

  close(): void {
    this.#answers.close();
  }

  async #upload({ visitor, photos }: Writer): Promise<void> {
    // Bytes behind the end of a JPEG are no part of the picture, and make each another file.
    const url = await visitor.upload(Buffer.concat([this.#jpeg, randomBytes(16)]));
    photos.push(url);
    if (photos.length > 20) photos.shift();
  }

  async #write({ visitor, photos }: Writer): Promise<void> {
    const from = `ilse.${randomUUID()}@example.org`;
    const { id, conversationId } = await visitor.askJson<{ id: number; conversationId: string }>(
      'POST',
      '/api/letters',
      {
        body: {
          userId: visitor.uid,
          recipientName: 'Ilse Brandt',
          recipientEmail: from,
          emailMessage: 'Dear Ilse, the plums are in.',
          template: 'vintage',
          photoUrls: [pick(photos)],
        },
      },
    );
    await visitor.ask('POST', `/api/letters/${id}/send`, { body: {} });
    const { rows } = await this.#database.query<{ token: string }>(
      'select recipient_token as token from conversations where id = $1',
      [conversationId],
    );
    this.#letters.push({ to: `reply+${rows[0]?.token}@${REPLY_DOMAIN}`, from });
    if (this.#letters.length > LETTERS_KNOWN) this.#letters.shift();
  }

  async #answer(): Promise<void> {
    const { to, from } = pick(this.#letters);
    const text = `So lovely, thank you.\n\nOn 4 May 2026, at 10:12, Maren wrote:\n${'> The plum tree has flowered.\n'.repeat(40)}`;
    await this.#answers.sendMail({
      from,
      to,
      subject: 'Re: A letter',
      messageId: `<${randomUUID()}@example.org>`,
      text,
    });
  }
}

function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

/** A written page as a telephone takes it: twelve megapixels, about two megabytes. */
async function twoMegabytes(): Promise<Buffer> {
  const page = await readFile('test/photos/files/plum-page-1-full.jpg');
  return sharp(page).resize(3024, 4032, { fit: 'fill' }).jpeg({ quality: 95 }).toBuffer();
}
