import type { SmtpSink } from '../stand-ins/smtp-sink.ts';
import { parse } from '../support/mail-reader.ts';

/** Waits for the mail with which an address is confirmed. @returns its link @throws when none came within 25 seconds */
export async function confirmationLink(
  mails: SmtpSink | (() => Promise<string[]>),
  email: string,
): Promise<string> {
  const texts = typeof mails === 'function' ? mails : () => textsTo(mails, email);
  for (let tries = 0; tries < 250; tries += 1) {
    for (const text of await texts()) {
      const link = /http:\/\/\S+\/verify-email\?\S+/.exec(text)?.[0];
      if (link) return link;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail to ${email} confirms its address.`);
}

async function textsTo({ messages }: SmtpSink, email: string): Promise<string[]> {
  const own = messages.filter((message) => message.envelopeRecipients.includes(email));
  return Promise.all(own.map(async ({ raw }) => (await parse(raw)).text ?? ''));
}
