import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import {
  isPhoto,
  type MessageAttachment,
  mayBePhoto,
  maySpeakForItself,
} from '../../packages/mail-reader/parse/parse-message.ts';
import { PHOTOS_PER_REPLY } from '../../shared/limits.ts';
import { readIfAny } from '../core/storage/storage.ts';
import type { PhotoServices } from '../letters/photos/convert/converter.ts';
import { ANSWER_OWNER, insertPhotos } from '../letters/photos/data.ts';
import { originalName, photoKey } from '../letters/photos/file-names.ts';
import { PhotoRefused } from '../letters/photos/photo-refused.ts';
import { acceptedPhotos, addPhotos, type PhotoOutcome } from '../letters/photos/upload/add-photos.ts';

export interface KeptPhotos {
  photoIds: string[];
  /** parts that are not shown */
  others: MessageAttachment[];
}

/** A small picture is shown when the message has nothing else. @param words whether the message has new text */
export async function keepPhotos(
  needs: PhotoServices,
  conversationId: string,
  attachments: MessageAttachment[],
  words: boolean,
): Promise<KeptPhotos> {
  const ours = await ownPhotos(needs, conversationId);
  const candidates: MessageAttachment[] = [];
  const small: MessageAttachment[] = [];
  const others: MessageAttachment[] = [];
  for (const part of attachments) {
    if (await isOurs(needs, ours, part)) continue;
    if (!mayBePhoto(part)) {
      if (maySpeakForItself(part)) small.push(part);
      else if (!part.photo && /^(?:new|beside)$/.test(part.place)) others.push(part);
    } else {
      (candidates.length < PHOTOS_PER_REPLY ? candidates : others).push(part);
    }
  }
  const outcomes = await convert(needs, conversationId, candidates);
  const photoIds: string[] = [];
  for (const [index, part] of candidates.entries()) {
    const outcome = outcomes[index];
    if (!outcome || outcome instanceof PhotoRefused) others.push(part);
    else if (isPhoto(part, outcome)) photoIds.push(outcome.id);
    else small.push(part);
  }
  const shown = words || photoIds.length > 0 ? [] : small.splice(0, PHOTOS_PER_REPLY);
  // One that has a name and no place in the text was attached by somebody.
  others.push(...small.filter(({ name, place }) => name !== '' && place === 'beside'));
  for (const [index, outcome] of (await convert(needs, conversationId, shown)).entries()) {
    const part = shown[index];
    if (!(outcome instanceof PhotoRefused)) photoIds.push(outcome.id);
    else if (part) others.push(part);
  }
  return { photoIds, others };
}

/** They belong to the conversation and are nobody's uploads, so nobody can put them into a letter. */
function convert(needs: PhotoServices, conversationId: string, parts: MessageAttachment[]) {
  if (parts.length === 0) return [];
  const commit = async (outcomes: PhotoOutcome[]) => {
    // Others' photos left it no room for now: the message is read again later, and none of its photos is kept now.
    for (const outcome of outcomes)
      if (outcome instanceof PhotoRefused && outcome.code === 'BUSY') throw outcome;
    await insertPhotos(needs.db, acceptedPhotos(outcomes));
  };
  return addPhotos(
    needs,
    ANSWER_OWNER + conversationId,
    parts.map(({ name, content }) => {
      const bytes = Buffer.from(content ?? []);
      return {
        originalName: originalName(name),
        content: bytes,
        contentHash: createHash('sha256').update(bytes).digest('hex'),
      };
    }),
    { commit },
  );
}

/** The conversation's photos as they were mailed, by their bytes: whole, or as small as beside an answer. */
async function ownPhotos({ db }: PhotoServices, conversationId: string) {
  const { rows } = await db.execute<{ id: string; variant: 'mail' | 'thumbnail'; bytes: number }>(sql`
    select p.id, variant, bytes
    from photos p, lateral (values ('mail', p.mail_bytes), ('thumbnail', p.thumbnail_bytes)) mailed (variant, bytes)
    where p.id in (
      select lp.photo_id from letter_photos lp join letters l on l.id = lp.letter_id
      where l.conversation_id = ${conversationId}::uuid
      union all
      select rp.photo_id from reply_photos rp join replies r on r.id = rp.reply_id
      where r.conversation_id = ${conversationId}::uuid)`);
  return Map.groupBy(rows, ({ bytes }) => bytes);
}

/** Some mail programs attach what they quote, byte for byte. */
async function isOurs(
  { storage }: PhotoServices,
  ours: Awaited<ReturnType<typeof ownPhotos>>,
  { content }: MessageAttachment,
) {
  if (!content) return false;
  for (const { id, variant } of ours.get(content.length) ?? []) {
    // A missing photo is no reason to lose a reply.
    const own = await readIfAny(storage, photoKey(id, variant));
    if (own && (await buffer(own.stream)).equals(content)) return true;
  }
  return false;
}
