import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { createTransport } from 'nodemailer';
import { readEmailAddress } from '../../packages/address-files/deliverable-address.ts';
import { simulateReplyBody, simulateReplyResponse } from '../../shared/conversations.ts';
import { requireRole } from '../answers/data.ts';
import { partiesOf } from '../answers/relay-parties.ts';
import { badInput } from '../core/errors.ts';
import { processMessage } from '../mail/in/process-message.ts';
import { receiveMail } from '../mail/in/receive-mail.ts';
import { inboundMessages } from '../mail/in/schema.ts';
import { domainOf, replyAddress, sameAddress } from '../mail/out/addresses.ts';
import type { AllServices } from '../pages/account/erasure-list.ts';
import { requirePerson } from '../people/identity/sessions/person.ts';

/** For tests: as if somebody had answered, by the way of any mail; from the letter's sender to their own token. */
export async function simulateReplyRoutes(app: FastifyInstance, services: AllServices): Promise<void> {
  const { db, config } = services;
  if (!config.TEST_ROUTES) return;
  app.post(
    '/api/test/simulate-reply',
    { schema: { body: simulateReplyBody, response: { 200: simulateReplyResponse } } },
    async (request) => {
      const { conversationId, body } = request.body;
      await requireRole(db, requirePerson(request), conversationId);
      const from = readEmailAddress(request.body.fromEmail);
      if (from === null)
        throw badInput(
          { text: 'Please enter a valid email address' },
          { fromEmail: { text: 'is no address' } },
        );
      const { account, conversation, letter } = await partiesOf(db, conversationId);
      const bySender = sameAddress(from, account.email);
      const to = replyAddress(config, bySender ? conversation.senderToken : conversation.recipientToken);
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await composer.sendMail({
        from,
        to,
        subject: 'Re: A letter',
        text: body,
        messageId: `<${randomUUID()}@${domainOf(from)}>`,
        inReplyTo: letter.messageId,
        references: [letter.messageId],
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const [id] = await receiveMail(services, {
        raw: Readable.from([message]),
        envelopeSender: from,
        envelopeRecipients: [to],
        remoteAddress: null,
      });
      if (!id) throw new Error('The simulated mail was not taken in.');
      // Its job may get there first, or find it read.
      await processMessage(services, id);
      const [row] = await db
        .select({ outcome: inboundMessages.outcome })
        .from(inboundMessages)
        .where(eq(inboundMessages.id, id));
      return { outcome: row?.outcome ?? 'unread' };
    },
  );
}
