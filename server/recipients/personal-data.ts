import { asc, eq, sql } from 'drizzle-orm';
import type { PersonalData } from '../identity/personal-data.ts';
import { recipients } from '../platform/db/schema/recipients.ts';

declare module '../identity/personal-data.ts' {
  interface ExportFiles {
    recipients: {
      name: string;
      greetingName: string | null;
      email: string;
      timeZone: string | null;
      savedAt: string;
    }[];
  }
}

export const recipientsData: PersonalData = {
  tables: [recipients],

  async summary(db, { uid }) {
    return { recipients: await db.$count(recipients, eq(recipients.ownerUid, uid)) };
  },

  async export({ db }, { uid }) {
    const rows = await db
      .select({
        name: recipients.name,
        greetingName: recipients.greetingName,
        email: recipients.email,
        timeZone: recipients.timeZone,
        savedAt: recipients.createdAt,
      })
      .from(recipients)
      .where(eq(recipients.ownerUid, uid))
      .orderBy(asc(sql`lower(${recipients.name})`));
    return { files: { recipients: rows.map((row) => ({ ...row, savedAt: row.savedAt.toISOString() })) } };
  },

  async erase(tx, { uid }) {
    await tx.delete(recipients).where(eq(recipients.ownerUid, uid));
    return {};
  },
};
