import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { SmtpSink } from '../../test/stand-ins/smtp-sink.ts';
import type { HttpUser } from '../../test/support/http-user.ts';
import { parse } from '../../test/support/mail-reader.ts';
import type { Fleet } from './fleet.ts';

const PAUSE_MS = 200;

export interface Acknowledged {
  letters: number[];
  answers: string[];
}

/** Writes letters, one after the other; a call that fails is made again with its key, as the browser does. */
export async function keepWriting(person: HttpUser, done: Acknowledged, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const photo = await retryUntil(() => person.upload('torn-note.jpg'), over);
    if (photo === null) return;
    const letter = await post<{ id: number }>(person, '/api/letters', over, {
      userId: person.uid,
      recipientName: 'Ilse Brandt',
      recipientEmail: `ilse.${randomUUID()}@example.org`,
      emailMessage: 'Dear Ilse, the plums are in.',
      template: 'classic',
      photoUrls: [photo],
    });
    if (letter === null) return;
    if ((await post(person, `/api/letters/${letter.id}/send`, over, {})) === null) return;
    done.letters.push(letter.id);
  }
}

/** Answers every letter that arrives, once. */
export async function keepAnswering(
  fleet: Fleet,
  sink: SmtpSink,
  done: Acknowledged,
  over: AbortSignal,
): Promise<void> {
  const answered = new Set<string>();
  for (let next = 0; !over.aborted; ) {
    const message = sink.messages[next];
    if (!message) {
      await sleep(20);
      continue;
    }
    next++;
    const from = message.envelopeRecipients[0] ?? '';
    if (!from.startsWith('ilse.') || answered.has(from)) continue;
    answered.add(from);
    const to = (await parse(message.raw)).replyTo?.value[0]?.address ?? '';
    const text = `Thank you for letter ${randomUUID()}.`;
    const messageId = `<${randomUUID()}@example.org>`;
    const given = await retryUntil(async () => {
      const transport = createTransport({ host: '127.0.0.1', port: fleet.receiverPort, ignoreTLS: true });
      try {
        await transport.sendMail({
          from,
          to,
          envelope: { from, to: [to] },
          messageId,
          subject: 'Re: A letter',
          text,
        });
      } finally {
        transport.close();
      }
      return true;
    }, over);
    if (given !== null) done.answers.push(text);
  }
}

function post<Answer>(
  person: HttpUser,
  path: string,
  over: AbortSignal,
  body: object,
): Promise<Answer | null> {
  const key = randomUUID();
  return retryUntil(async () => {
    const answer = await person.call<Answer>('POST', path, body, key);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }, over);
}

/** @returns null when the run ends first */
async function retryUntil<Value>(act: () => Promise<Value>, over: AbortSignal): Promise<Value | null> {
  while (!over.aborted) {
    try {
      return await act();
    } catch {
      // The call met a fault that this run causes; it is made again.
      await sleep(PAUSE_MS);
    }
  }
  return null;
}
