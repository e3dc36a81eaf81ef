import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { SmtpSink } from '../../test/stand-ins/smtp-sink.ts';
import { type HttpUser, signUpOverHttp } from '../../test/support/http-user.ts';
import { parse } from '../../test/support/mail-reader.ts';

/** Everything of one user that the product has acknowledged. */
export interface Acknowledged {
  person: HttpUser;
  photos: string[];
  letters: number[];
  /** answers that the receiver took with 250 */
  answers: { from: string; words: string }[];
}

const SAMPLES = ['plum-page-1.jpg', 'torn-note.jpg', 'postcard-back.jpg'];
const LETTERS_FOR_WELCOME = 5;

/** Writes, sends and answers letters until the power goes; notes what was acknowledged, and only that. */
export async function correspond(
  { url, receiverPort }: { url: string; receiverPort: number },
  sink: SmtpSink,
  note: (acknowledged: Acknowledged) => void,
  power: AbortSignal,
): Promise<void> {
  const person = await signUpOverHttp(url, `${randomUUID()}@example.com`, sink);
  const mine: Acknowledged = { person, photos: [], letters: [], answers: [] };
  note(mine);
  // Each fails by itself when the power goes; what was answered before that is noted.
  await Promise.allSettled([
    writeLetters(mine),
    uploadOnAndOn(mine, power),
    answerOnAndOn(mine, receiverPort, sink, power),
  ]);
}

async function writeLetters({ person, photos, letters }: Acknowledged): Promise<void> {
  for (let n = 0; n < LETTERS_FOR_WELCOME; n++) {
    const photo = await person.upload(SAMPLES[n % SAMPLES.length] ?? '');
    photos.push(photo);
    const letter = await acknowledged<{ id: number }>(person, '/api/letters', {
      userId: person.uid,
      recipientName: 'Ilse Brandt',
      recipientEmail: `ilse.${n}.${person.uid.toLowerCase()}@example.org`,
      emailMessage: 'Dear Ilse, the plums are in.',
      template: 'vintage',
      photoUrls: [photo],
    });
    await acknowledged(person, `/api/letters/${letter.id}/send`, {});
    letters.push(letter.id);
  }
}

async function acknowledged<Answer>(person: HttpUser, path: string, body: object): Promise<Answer> {
  const answer = await person.call<Answer>('POST', path, body, randomUUID());
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function uploadOnAndOn({ person, photos }: Acknowledged, power: AbortSignal): Promise<void> {
  for (let n = 0; !power.aborted; n++) photos.push(await person.upload(SAMPLES[n % SAMPLES.length] ?? ''));
}

async function answerOnAndOn(
  mine: Acknowledged,
  port: number,
  sink: SmtpSink,
  power: AbortSignal,
): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    for (let next = 0; !power.aborted; ) {
      const message = sink.messages[next];
      if (!message) {
        await sleep(20);
        continue;
      }
      next++;
      const from = message.envelopeRecipients[0] ?? '';
      if (!from.includes(mine.person.uid.toLowerCase())) continue;
      const to = (await parse(message.raw)).replyTo?.value[0]?.address ?? '';
      const words = `Thank you for letter ${randomUUID()}.`;
      await transport.sendMail({
        from,
        to,
        envelope: { from, to: [to] },
        subject: 'Re: A letter',
        text: words,
      });
      mine.answers.push({ from, words });
    }
  } finally {
    transport.close();
  }
}
