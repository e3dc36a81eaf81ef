import { randomUUID } from 'node:crypto';
import type { Services } from '../../server/core/services.ts';
import { conversations, letters } from '../../server/letters/schema.ts';
import { envelopeAddress, replyAddress } from '../../server/mail/out/addresses.ts';
import { users } from '../../server/people/users/schema.ts';

export interface TestConversation {
  id: string;
  letterMessageId: string;
  /** the address that the recipient's replies go to */
  recipientWritesTo: string;
  /** the address that the sender's replies go to */
  senderWritesTo: string;
  bouncesTo: string;
}

/** A sent letter from Maren to Ilse, with the addresses of its conversation. */
export async function aConversation({
  db,
  config,
}: Pick<Services, 'db' | 'config'>): Promise<TestConversation> {
  const [user] = await db
    .insert(users)
    .values({
      accountUid: randomUUID(),
      email: 'maren@example.com',
      displayName: 'Maren Oakes',
      emailVerified: true,
    })
    .returning({ id: users.id });
  if (!user) throw new Error('no user');
  const id = randomUUID();
  const token = () => randomUUID().replaceAll('-', '').slice(0, 26);
  const [recipientToken, senderToken, envelopeToken] = [token(), token(), token()];
  const letterMessageId = `<${randomUUID()}@slow-letters.localhost>`;
  await db.insert(conversations).values({
    id,
    userId: user.id,
    recipientEmail: 'ilse.brandt@gmail.com',
    recipientToken,
    senderToken,
    lastMessageAt: new Date('2026-01-01T00:00:00Z'),
  });
  await db.insert(letters).values({
    userId: user.id,
    conversationId: id,
    recipientName: 'Ilse Brandt',
    recipientEmail: 'ilse.brandt@gmail.com',
    senderName: 'Maren Oakes',
    senderEmail: 'maren@example.com',
    emailMessage: 'Dear Ilse',
    template: 'vintage',
    status: 'sent',
    messageId: letterMessageId,
    envelopeToken,
  });
  return {
    id,
    letterMessageId,
    recipientWritesTo: replyAddress(config, recipientToken),
    senderWritesTo: replyAddress(config, senderToken),
    bouncesTo: envelopeAddress(config, envelopeToken),
  };
}
