import { eq } from 'drizzle-orm';
import type { Words } from '../../../shared/words.ts';
import { nameInMail } from '../../../templates/parts/names.ts';
import type { Transaction } from '../../core/db/database.ts';
import type { Services } from '../../core/services.ts';
import { wordsIn } from '../../core/words.ts';
import { plainMail } from '../../mail/out/send-mail.ts';
import { users } from '../../people/users/schema.ts';
import type { GiftRow } from './write-gifts.ts';

export async function tellGiver(
  tx: Transaction,
  { config, queue }: Pick<Services, 'config' | 'queue'>,
  gift: GiftRow,
  wording: (words: Words, name: string) => { paragraphs: string[]; closing: string },
): Promise<void> {
  const [giver] = await tx.select().from(users).where(eq(users.id, gift.giverId));
  if (!giver?.emailVerified) return;
  const words = wordsIn(config, giver.language, giver.browserLanguage);
  const { n, t } = words;
  const name = nameInMail(gift.recipientName) || gift.email;
  const mail = plainMail(config, words, {
    to: giver.email,
    name: giver.displayName,
    subject: n(gift.credits, 'Your stamp for {name} came back', 'Your stamps for {name} came back', { name }),
    ...wording(words, name),
    link: { address: `${config.publicUrl}/credits`, label: t('See your credits') },
  });
  await queue.enqueue(tx, 'send-mail', mail);
}
