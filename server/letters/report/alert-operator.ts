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
  commands: string[];
  kind: 'reports' | 'pauses';
}

/** To OPERATOR_EMAIL, SUPPORT_EMAIL or the address our mails come from; so many a day. */
export async function alertOperator(
  tx: Transaction,
  { config, queue }: Pick<Services, 'config' | 'queue'>,
  { subject, what, quoted, commands, kind }: Alert,
): Promise<void> {
  const daily = limit(`alerts of ${kind}`, null);
  if ((await count(tx, daily)).count > daily.most) return;
  const mail = plainMail(config, wordsFor('en'), {
    to: config.OPERATOR_EMAIL ?? config.SUPPORT_EMAIL ?? mailFrom(config).address,
    subject,
    paragraphs: [
      what,
      ...(quoted === undefined ? [] : ['In their words:', { quoted }]),
      `To look at it, and to act: ${commands.map((command) => `npm run admin -- ${command}`).join('; ')}`,
    ],
    link: { address: config.publicUrl, label: config.PRODUCT_NAME },
    closing: '',
  });
  await queue.enqueue(tx, 'send-mail', mail);
}
