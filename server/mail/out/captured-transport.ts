import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import type { Config } from '../../core/config.ts';
import type { Database } from '../../core/db/database.ts';
import { dkimOptions } from './dkim.ts';
import { capturedMessages } from './schema.ts';
import { type ContentFault, type MailTransport, toMessage } from './transport.ts';

/** Stores the exact bytes that SMTP would send. @throws {BadSettings} at boot, as over SMTP */
export function openCapturedTransport(config: Config, db: Database): MailTransport {
  const dkim = dkimOptions(config);
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...(dkim ? { dkim } : {}),
  });
  return {
    kind: 'local-mailbox',
    description: 'captured into the local mailbox, nothing leaves',
    async send(mail) {
      const failed: ContentFault = {};
      const composed = await composer.sendMail(toMessage(mail, failed)).catch((error: unknown) => {
        throw failed.error ?? error;
      });
      await db.insert(capturedMessages).values({
        id: randomUUID(),
        envelopeSender: mail.envelopeSender,
        envelopeRecipients: [mail.to.address],
        fromText: formatted(mail.from),
        toText: formatted(mail.to),
        subject: mail.subject,
        messageId: mail.messageId,
        raw: composed.message as Buffer,
      });
    },
    isFailing: () => false,
    async close() {
      composer.close();
    },
  };
}

const formatted = ({ name, address }: { name?: string; address: string }) =>
  name ? `${name} <${address}>` : address;

export async function markOpened(db: Database, id: string): Promise<void> {
  const openedAt = sql`coalesce(${capturedMessages.openedAt}, now())`;
  await db.update(capturedMessages).set({ openedAt }).where(eq(capturedMessages.id, id));
}

export async function deleteMessages(db: Database, id?: string): Promise<void> {
  await db.delete(capturedMessages).where(id === undefined ? undefined : eq(capturedMessages.id, id));
}
