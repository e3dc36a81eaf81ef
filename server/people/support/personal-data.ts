import { asc, eq } from 'drizzle-orm';
import type { PersonalData } from '../identity/personal-data.ts';
import { supportMessages } from './schema.ts';

export const supportData = {
  tables: [supportMessages],

  async export({ db }, { uid }) {
    const rows = await db
      .select()
      .from(supportMessages)
      .where(eq(supportMessages.uid, uid))
      .orderBy(asc(supportMessages.id));
    const support = rows.map(({ id, category, subject, message, createdAt }) => ({
      number: id,
      category,
      subject,
      message,
      writtenAt: createdAt.toISOString(),
    }));
    return { files: { support } };
  },

  async erase(tx, { uid }) {
    await tx.delete(supportMessages).where(eq(supportMessages.uid, uid));
  },
} satisfies PersonalData;
