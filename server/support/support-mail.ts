import { SUPPORT_CATEGORIES, type SupportBody } from '../../shared/support.ts';
import type { Config } from '../config.ts';
import { mailFrom } from '../delivery/addresses.ts';
import type { OutgoingMail } from '../delivery/outgoing-mail.ts';
import type { Person } from '../identity/sessions/person.ts';

/**
 * The mail that carries a message to whoever gives support; answering it answers the writer (Reply-To). Without
 * SUPPORT_EMAIL it goes to the address that our own mails come from, so that nobody writes into the void.
 * @param number the message's own, for the subject
 * @param person who was signed in, if anybody: the address in the form is what they typed
 */
export function supportMail(
  config: Config,
  { number, messageId }: { number: number; messageId: string },
  { name, email, category, subject, message }: SupportBody,
  person: Person | null,
): OutgoingMail {
  const label = SUPPORT_CATEGORIES.find(({ id }) => id === category)?.label ?? category;
  const facts = [
    `From: ${name} <${email}>`,
    `Category: ${label}`,
    `Account: ${person ? accountOf(person) : 'not signed in'}`,
    `Number: ${number}`,
  ];
  return {
    to: { address: config.SUPPORT_EMAIL ?? mailFrom(config).address },
    replyTo: email,
    subject: `[${label} #${number}] ${subject}`,
    text: `${message}\n\n--\n${facts.join('\n')}\n${config.publicUrl}\n`,
    messageId,
  };
}

function accountOf({ email, emailVerified, uid }: Person): string {
  return `${email} (${emailVerified ? 'verified' : 'not verified'}), ${uid}`;
}
