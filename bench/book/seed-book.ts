import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';

interface SeededWords {
  /** ISO 8601 */
  at: string;
  words: string;
  /** ids of photos, which are copied: each stands in one place only */
  photos: string[];
}

export interface SeededBookLetter extends SeededWords {
  language?: string;
  heading?: string | null;
  recipientName?: string;
  answers?: (SeededWords & { own?: boolean })[];
}

export async function seedBook(
  client: Client,
  { uid, dataDir, recipientEmail }: { uid: string; dataDir: string; recipientEmail: string },
  letters: readonly SeededBookLetter[],
): Promise<void> {
  const me = '(select id from users where account_uid = $1)';
  for (const letter of letters) {
    const conversation = randomUUID();
    await client.query(
      `insert into conversations (id, user_id, recipient_email, recipient_token, sender_token, created_at, last_message_at)
       values ($2, ${me}, $3, gen_random_uuid()::text, gen_random_uuid()::text, $4, $4)`,
      [uid, conversation, recipientEmail, letter.at],
    );
    const { rows } = await client.query<{ id: string }>(
      `insert into letters (user_id, conversation_id, recipient_name, recipient_email, sender_name, sender_email,
         email_message, template, status, message_id, envelope_token, created_at, queued_at, sent_at, language, heading)
       values (${me}, $2, $3, $4, 'Maren Oakes', 'maren@example.com', $5, 'vintage', 'sent', gen_random_uuid()::text,
         gen_random_uuid()::text, $6, $6, $6, $7, $8) returning id`,
      [
        uid,
        conversation,
        letter.recipientName ?? 'Ilse Brandt',
        recipientEmail,
        letter.words,
        letter.at,
        letter.language ?? 'en',
        letter.heading ?? null,
      ],
    );
    await placePhotos(client, dataDir, 'letter', rows[0]?.id, letter.photos);
    for (const answer of letter.answers ?? []) {
      const inserted = await client.query<{ id: string }>(
        `insert into replies (conversation_id, side, from_email, subject, body, full_text, email_provider, message_id,
           created_at, read_at, relay_status)
         values ($1, $2, 'friend@example.org', 'Re: A letter', $3, $3, 'Gmail', gen_random_uuid()::text, $4, now(), 'sent')
         returning id`,
        [conversation, answer.own ? 'sender' : 'recipient', answer.words, answer.at],
      );
      await placePhotos(client, dataDir, 'reply', inserted.rows[0]?.id, answer.photos);
    }
  }
}

async function placePhotos(
  client: Client,
  dataDir: string,
  of: 'letter' | 'reply',
  id: string | undefined,
  photos: readonly string[],
): Promise<void> {
  for (const [position, photo] of photos.entries()) {
    const copy = await copyPhoto(client, dataDir, photo);
    await client.query(
      `insert into ${of}_photos (${of}_id, position, photo_id, alt) values ($1, $2, $3, '')`,
      [id, position, copy],
    );
  }
}

/** The same picture in a file of its own: behind its end stand other bytes. @returns its id */
async function copyPhoto(client: Client, dataDir: string, id: string): Promise<string> {
  const copy = randomUUID();
  await client.query(
    `insert into photos (id, owner, original_name, width, height, display_bytes, mail_bytes, thumbnail_bytes, content_hash)
     select $2::uuid, owner, original_name, width, height, display_bytes, mail_bytes, thumbnail_bytes, $2::uuid::text
     from photos where id = $1`,
    [id, copy],
  );
  const folderOf = (photo: string) => path.join(dataDir, 'storage', 'photos', photo.slice(0, 2), photo);
  await mkdir(folderOf(copy), { recursive: true });
  for (const variant of ['display', 'mail', 'thumbnail']) {
    const bytes = await readFile(path.join(folderOf(id), `${variant}.jpg`));
    await writeFile(path.join(folderOf(copy), `${variant}.jpg`), Buffer.concat([bytes, Buffer.from(copy)]));
  }
  return copy;
}
