import type { SmtpSink } from '../stand-ins/smtp-sink.ts';
import { parse } from '../support/mail-reader.ts';

/** Waits for the mail with which an address is confirmed. @returns its link @throws when none came within 25 seconds */
export async function confirmationLink(sink: SmtpSink, email: string): Promise<string> {
  for (let tries = 0; tries < 250; tries += 1) {
    for (const { raw } of sink.messages.filter((message) => message.envelopeRecipients.includes(email))) {
      const link = /http:\/\/\S+\/verify-email\?\S+/.exec((await parse(raw)).text ?? '')?.[0];
      if (link) return link;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail to ${email} confirms its address.`);
}
