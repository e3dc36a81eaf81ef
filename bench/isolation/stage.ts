import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import type { Pool } from 'pg';
import sharp from 'sharp';
import { REPLY_DOMAIN } from '../../test/load/scenario.ts';
import type { Site } from '../../test/load/site.ts';
import { Visitor } from '../../test/load/visitor.ts';
import { SmtpClient } from '../../test/mail/smtp-client.ts';

interface SentLetter {
  conversationId: string;
  answersTo: string;
  bouncesTo: string;
}

export interface Stage {
  url: string;
  attacker: Visitor;
  other: Visitor;
  attackersLetter: SentLetter;
  othersLetter: SentLetter;
  database: Pool;
  /** 98 megapixels of one colour as a PNG of 95 KB, and 12 megapixels as a JPEG */
  photos: { flat: Buffer; ordinary: Buffer };
  mail(message: string, to: string, envelopeSender?: string): Promise<void>;
  post(path: string, body: string): Promise<number>;
  close(): void;
}

export async function openStage({ product, database }: Site, jpeg: Buffer): Promise<Stage> {
  const agent = new Agent({ keepAlive: true });
  const open = async (name: string) => {
    const visitor = new Visitor(product.url, `${name}.${randomUUID()}@example.com`, agent);
    await visitor.signUp();
    await database.query('update accounts set email_verified = true where email = $1', [visitor.email]);
    await visitor.signIn();
    return visitor;
  };
  const [attacker, other] = [await open('attacker'), await open('other')];
  return {
    url: product.url,
    attacker,
    other,
    attackersLetter: await sendLetter(database, attacker, await attacker.upload(jpeg)),
    othersLetter: await sendLetter(database, other, await other.upload(jpeg)),
    database,
    photos: await photosOfOneColour(),
    mail: async (message, to, envelopeSender = 'ilse.brandt@gmail.com') => {
      const client = await SmtpClient.open(product.receiverPort);
      try {
        const [taken = ''] = await client.begin(envelopeSender, [to]);
        // 200 came to this address within the hour.
        if (taken.startsWith('450 4.2.1')) return;
        const answer = await client.data(message);
        if (!answer.startsWith('250')) throw new Error(`The mail was not taken: ${answer}`);
      } finally {
        client.drop();
      }
    },
    post: async (path, body) => {
      const headers = { origin: new URL(product.url).origin, 'content-type': 'application/json' };
      const answer = await fetch(new URL(path, product.url), { method: 'POST', headers, body });
      await answer.arrayBuffer();
      return answer.status;
    },
    close: () => agent.destroy(),
  };
}

async function photosOfOneColour(): Promise<Stage['photos']> {
  const background = { r: 200, g: 180, b: 160 };
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background } });
  return {
    flat: await photo(9_900, 9_900).png().toBuffer(),
    ordinary: await photo(4_000, 3_000).jpeg().toBuffer(),
  };
}

async function sendLetter(database: Pool, visitor: Visitor, photo: string): Promise<SentLetter> {
  const body = {
    userId: visitor.uid,
    recipientName: 'Ilse Brandt',
    recipientEmail: `ilse.${randomUUID()}@example.org`,
    emailMessage: 'Dear Ilse, the plums are in.',
    template: 'vintage',
    photoUrls: [photo],
  };
  const { id } = await visitor.askJson<{ id: number }>('POST', '/api/letters', { body });
  await visitor.ask('POST', `/api/letters/${id}/send`, { body: {} });
  const { rows } = await database.query<{ id: string; answers: string; bounces: string }>(
    `select c.id, c.recipient_token as answers, l.envelope_token as bounces
     from conversations c join letters l on l.conversation_id = c.id where l.id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error('The letter has no conversation.');
  return {
    conversationId: row.id,
    answersTo: `reply+${row.answers}@${REPLY_DOMAIN}`,
    bouncesTo: `bounces+${row.bounces}@${REPLY_DOMAIN}`,
  };
}
