import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { plainName } from '../../packages/address-files/plain-name.ts';
import { isAutomaticSubject, isAutomaticText } from '../../packages/mail-reader/classify/automatic-words.ts';
import { OUR_CIDS } from '../../packages/mail-reader/parse/reply-images.ts';
import { textWithoutAttachments } from '../../shared/attachments.ts';
import { PHOTO_WIDTHS } from '../../shared/photos.ts';
import type { Words } from '../../shared/words.ts';
import { calledName } from '../../templates/message.ts';
import { nameOfPage, senderDisplayName } from '../../templates/parts/names.ts';
import { writtenDay } from '../../templates/parts/written-date.ts';
import { answerUrl } from '../../templates/plain-text.ts';
import type { Config } from '../core/config.ts';
import type { Services } from '../core/services.ts';
import { readIfAny } from '../core/storage/storage.ts';
import { type LetterRow, mailedTokenOf, webPageUrl } from '../letters/data.ts';
import { subjectOfAnswer, writtenBy } from '../letters/deliver/letter-content.ts';
import { photoKey } from '../letters/photos/file-names.ts';
import { envelopeAddress, mailFrom, replyAddress } from '../mail/out/addresses.ts';
import { commonHeaders, loopMark } from '../mail/out/send-mail.ts';
import type { ComposedMail } from '../mail/out/transport.ts';
import { muteUrl } from './mute.ts';
import { type RelayContent, relayHtml, relayText } from './relay-messages.ts';
import { type Carried, type Parties, type ReplyRow, wordsOfSide } from './relay-parties.ts';

/** For replies that a program may have written: so no program answers (RFC 3834, 5; the second is Exchange's). */
const NO_ANSWER = { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' };

/** Neither person's address is in the mail. */
export async function composeRelay(
  needs: Services,
  reply: ReplyRow,
  parties: Parties,
  { seen, photos, answered }: Carried,
): Promise<ComposedMail> {
  const { config, storage } = needs;
  const toSender = reply.side === 'recipient';
  const { account, conversation, letter } = parties;
  const token = toSender ? conversation.senderToken : conversation.recipientToken;
  const side = toSender ? 'sender' : 'recipient';
  const words = wordsOfSide(config, side, parties);
  const author = toSender ? plainName(letter.recipientName) : senderDisplayName({ ...letter, words });
  const pages = photos.map((photo, index) => asMailed(photo, index, words));
  const day = writtenDay({ ...writtenBy(letter), words });
  const picture = toSender ? await pictureOf(needs, answered.photoId) : null;
  const links = toSender
    ? linksToSender(config, words, conversation.id, answered.bookId)
    : linksToRecipient(config, words, letter);
  const content: RelayContent = {
    words,
    productName: config.PRODUCT_NAME,
    author,
    heading: toSender
      ? words.t('{author} answered', { author: plainName(calledName({ ...letter, name: author })) })
      : words.t('{author} wrote to you', { author }),
    body: textWithoutAttachments(reply),
    note: noteOn(reply, author, toSender, words),
    about: aboutOf(reply, pages.length, words, { author, day }),
    photos: pages,
    attachments: reply.attachments,
    links,
    letter: picture && {
      cid: picture.cid,
      alt: nameOfPage(1, letter.senderName, words),
      title: words.t('Your letter of {day}', { day }),
      pages: answered.pages,
      address: links[0]?.address ?? '',
    },
    muteUrl: muteUrl(needs, { conversationId: conversation.id, side }, conversation.corrections),
  };
  const from = mailFrom(config);
  const authentic = !reply.fromAnotherAddress && reply.dmarc !== 'fail';
  return {
    from: {
      name: authentic
        ? words.t('{name} via {product}', { name: author, product: config.PRODUCT_NAME })
        : config.PRODUCT_NAME,
      address: from.address,
    },
    to: toSender
      ? { name: letter.senderName, address: account.email }
      : {
          name: letter.recipientName,
          address: parties.recipientEmail,
          knownAs: conversation.recipientEmail,
        },
    replyTo: { name: author, address: replyAddress(config, token) },
    // The same in every mail of a conversation: Gmail keeps a thread only under equal subjects.
    subject: subjectOfAnswer(letter),
    text: relayText(content),
    html: relayHtml(config, content),
    messageId: reply.relayMessageId ?? '',
    envelopeSender: envelopeAddress(config, token),
    ...(seen.length > 0 ? { inReplyTo: seen.at(-1) ?? '', references: seen } : {}),
    headers: {
      ...loopMark(config),
      ...commonHeaders('answer', words.language, content.muteUrl),
      ...(isAutomaticSubject(reply.subject) || isAutomaticText(reply.body) ? NO_ANSWER : {}),
    },
    date: reply.createdAt,
    attachments: [
      ...pages.map(({ id, cid }, index) => ({
        filename: `photo-${index + 1}.jpg`,
        contentType: 'image/jpeg',
        cid,
        read: async () => (await storage.read(photoKey(id, 'mail'))).stream,
      })),
      ...(picture ? [picture] : []),
    ],
  };
}

/** The letter's first page; null when its file is gone, since the reply is relayed without it. */
async function pictureOf({ storage }: Services, photoId: string | null) {
  if (photoId === null) return null;
  const stored = await readIfAny(storage, photoKey(photoId, 'thumbnail'));
  if (!stored) return null;
  const bytes = await buffer(stored.stream);
  return {
    filename: 'letter.jpg',
    contentType: 'image/jpeg',
    cid: `letter.${photoId}${OUR_CIDS}`,
    read: async () => Readable.from([bytes]),
  };
}

/** @param bookId of the recipient in the sender's address book */
function linksToSender(
  { publicUrl }: Config,
  words: Words,
  conversationId: string,
  bookId: number | null,
): RelayContent['links'] {
  const conversation = `${publicUrl}/my-letters?to=${conversationId}`;
  return [
    { address: conversation, label: words.t('Open the conversation') },
    ...(bookId === null ? [] : [{ address: `${publicUrl}/?to=${bookId}`, label: words.t('Write back') }]),
  ];
}

function linksToRecipient(config: Config, words: Words, letter: LetterRow): RelayContent['links'] {
  const token = letter.webRevokedAt === null ? mailedTokenOf(letter) : null;
  if (token === null) return [];
  return [{ address: answerUrl(webPageUrl(config, token)), label: words.t('Write back by hand') }];
}

function aboutOf(
  { side, origin }: ReplyRow,
  photos: number,
  { t }: Words,
  values: { author: string; day: string },
): string {
  if (side === 'sender') return t('{author} wrote this to you after the letter of {day}.', values);
  // Photos that were added on the letter's page, where a recipient answers without an account.
  return origin === 'page' && photos > 0
    ? t('{author} wrote back by hand to your letter of {day}.', values)
    : t('{author} answered your letter of {day}.', values);
}

/** The warning above a reply that its apparent author may not have written. */
function noteOn(reply: ReplyRow, author: string, toSender: boolean, words: Words): string | null {
  const { fromEmail: address } = reply;
  if (reply.fromAnotherAddress) {
    return toSender
      ? words.t('This came from {address}, which is not the address your letter to {author} went to.', {
          address,
          author,
        })
      : words.t('This was not written from the address that {author} uses with us.', { author });
  }
  if (reply.origin === 'mail' && reply.dmarc === 'unknown') {
    return words.t('We could not check that this is really from {author}.', { author });
  }
  if (reply.dmarc !== 'fail') return null;
  return words.t(
    'We could not confirm that this really came from the mailbox of {author}. Please read it with care.',
    { author },
  );
}

function asMailed({ id, width, alt }: Carried['photos'][number], index: number, words: Words) {
  return {
    id,
    cid: `photo-${index + 1}.${id}${OUR_CIDS}`,
    alt: alt || words.t('Photo {number}', { number: index + 1 }),
    width: Math.min(width, PHOTO_WIDTHS.mail),
  };
}
