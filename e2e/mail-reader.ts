import path from 'node:path';
import { type ParsedMail, simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';
import sharp from 'sharp';

export const photo = (name: string) => path.join(import.meta.dirname, 'photos', name);

export const parse = (raw: string): Promise<ParsedMail> =>
  // The links to the photos stay as they were sent, cid:…
  simpleParser(Buffer.from(raw, 'latin1'), { skipImageLinks: true });

/**
 * Mean difference per channel, 0 to 255, between two pictures brought to one small size. Two encodings of one
 * photo differ by a few; another photo, or one that lies on its side, by tens.
 */
export async function difference(one: Buffer | string, other: Buffer | string): Promise<number> {
  const pixels = (input: Buffer | string) =>
    sharp(input).rotate().resize(64, 64, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  const [a, b] = await Promise.all([pixels(one), pixels(other)]);
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += Math.abs((a[index] ?? 0) - (b[index] ?? 0));
  return sum / a.length;
}

/**
 * Answers a letter the way Gmail does: both alternatives, the new words on top, the letter quoted below.
 * @param photos names of photos to attach
 * @param files to attach besides
 */
export async function answerAsGmail(
  letter: ParsedMail,
  words: string[],
  receiverPort: number,
  photos: string[] = [],
  files: { filename: string; content: string }[] = [],
): Promise<void> {
  const from = letter.to && !Array.isArray(letter.to) ? letter.to.value[0]?.address : undefined;
  const to = letter.replyTo?.value[0]?.address;
  if (!from || !to) throw new Error('The letter says neither who it is to nor where answers go.');
  const quoted = (letter.text ?? '').split('\n');
  const intro = `On Sat, Mar 14, 2026 at 9:12 AM ${letter.from?.value[0]?.name} <${letter.from?.value[0]?.address}> wrote:`;
  const transport = createTransport({ host: '127.0.0.1', port: receiverPort, ignoreTLS: true });
  await transport.sendMail({
    from,
    to,
    envelope: { from, to: [to] },
    subject: `Re: ${letter.subject}`,
    inReplyTo: letter.messageId,
    references: letter.messageId,
    messageId: `<CAJ${Date.now()}${Math.round(Math.random() * 1e9)}@mail.gmail.com>`,
    attachments: [...photos.map((name) => ({ filename: name, path: photo(name) })), ...files],
    text: `${words.join('\n\n')}\n\n${intro}\n\n${quoted.map((line) => `> ${line}`).join('\n')}\n`,
    html: `<div dir="ltr">${words.map((line) => `<div>${line}</div>`).join('<div><br></div>')}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${intro}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${letter.html || ''}</blockquote></div>`,
  });
  transport.close();
}
