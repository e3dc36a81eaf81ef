import { type HttpPerson, signUpOverHttp } from '../http-person.ts';

export interface SeededDesk {
  person: HttpPerson;
  email: string;
  /** an open letter's own page */
  letterPage: string;
}

interface SeededLetter {
  id: number;
  conversationId: string;
  status: string;
  webPage: { url: string } | null;
}

export const PASSWORD = 'slow and steady 7';

const LETTERS = [
  {
    to: ['Ilse Brandt', 'ilse.brandt@example.org'],
    template: 'vintage',
    photos: ['plum-page-1.jpg', 'plum-page-2.jpg', 'child-drawing.jpg', 'torn-note.jpg'],
    message:
      'The plum tree did it at last, so I wrote to you properly, with the good pen, at the kitchen table.',
    answer: 'I read it twice at the window and once out loud to the dog.\n\nIlse',
  },
  {
    to: ['Grandpa Tom', 'tom.oakes@example.org'],
    template: 'postcard',
    photos: ['postcard-back.jpg'],
    message: 'Your recipe survived the boat. So did we.',
    answer: null,
  },
] as const;

/**
 * Somebody with a name, five credits of which two are spent, two letters that have left, and one answer. Needs a
 * product with TEST_ROUTES.
 */
export async function seedDesk(url: string, email: string): Promise<SeededDesk> {
  const person = await signUpOverHttp(url, email);
  for (const { to, template, photos, message } of LETTERS) {
    const [recipientName, recipientEmail] = to;
    await person.call('POST', '/api/recipients', { name: recipientName, email: recipientEmail });
    const { body } = await person.call<{ id: number }>('POST', '/api/letters', {
      recipientName,
      recipientEmail,
      emailMessage: `Dear {{recipientName}},\n\n${message}\n\nMaren`,
      template,
      photoUrls: await Promise.all(photos.map((photo) => person.upload(photo))),
    });
    await person.call('POST', `/api/letters/${body.id}/send`);
  }
  const letters = await untilSent(person);
  for (const { to, answer } of LETTERS) {
    const letter = letters.find(({ recipientEmail }) => recipientEmail === to[1]);
    if (!answer || !letter) continue;
    await person.call('POST', '/api/test/simulate-reply', {
      conversationId: letter.conversationId,
      fromEmail: to[1],
      body: answer,
    });
  }
  const letterPage = letters[0]?.webPage?.url;
  if (!letterPage) throw new Error('The letters have no page of their own');
  return { person, email, letterPage };
}

async function untilSent(person: HttpPerson): Promise<(SeededLetter & { recipientEmail: string })[]> {
  for (let tries = 0; tries < 100; tries++) {
    const { body } = await person.call<(SeededLetter & { recipientEmail: string })[]>('GET', '/api/letters');
    if (body.length === LETTERS.length && body.every(({ status }) => status === 'sent')) return body;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The letters did not leave');
}
