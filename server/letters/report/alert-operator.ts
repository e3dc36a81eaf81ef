import type { Transaction } from '../../core/db/database.ts';
import { count, limit } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import { wordsFor } from '../../core/words.ts';
import { mailFrom } from '../../mail/out/addresses.ts';
import { plainMail } from '../../mail/out/send-mail.ts';

interface Alert {
  subject: string;
  what: string;
  /** somebody else's words */
  quoted?: string;
  /** facts, and what to type: `command` */
  rows: [string, string][];
  kind: 'reports' | 'pauses';
}

/** To OPERATOR_EMAIL, SUPPORT_EMAIL or the address our mails come from; so many a day. */
export async function alertOperator(
  tx: Transaction,
  { config, queue }: Services,
  { subject, what, quoted, rows, kind }: Alert,
): Promise<void> {
  const daily = limit(`alerts of ${kind}`, null);
  if ((await count(tx, daily)).count > daily.most) return;
  const mail = plainMail(config, wordsFor('en'), {
    to: config.OPERATOR_EMAIL ?? config.SUPPORT_EMAIL ?? mailFrom(config).address,
    subject,
    paragraphs: [what, ...(quoted === undefined ? [] : ['In their words:', { quoted }])],
    rows,
    closing: '',
  });
  await queue.enqueue(tx, 'send-mail', mail);
}

export const command = (words: string): string => `npm run admin -- ${words}`;
