import { asc, eq, sql } from 'drizzle-orm';
import type { PersonalData } from '../identity/personal-data.ts';
import { recipientGroupMembers, recipientGroups, recipients } from '../platform/db/schema/recipients.ts';
import { ADDRESS_FILE_NAME, ADDRESS_FILES, addressFileEntries } from './export-recipients.ts';

declare module '../identity/personal-data.ts' {
  interface ExportFiles {
    recipients: {
      name: string;
      greetingName: string | null;
      email: string;
      timeZone: string | null;
      language: string | null;
      savedAt: string;
    }[];
    groups: {
      name: string;
      /** e-mail addresses */
      people: string[];
    }[];
  }
}

export const recipientsData: PersonalData = {
  tables: [recipients, recipientGroups, recipientGroupMembers],

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
        language: recipients.language,
        savedAt: recipients.createdAt,
      })
      .from(recipients)
      .where(eq(recipients.ownerUid, uid))
      .orderBy(asc(sql`lower(${recipients.name})`));
    const groups = await db
      .select({
        name: recipientGroups.name,
        people: sql<
          string[]
        >`coalesce(array_agg(${recipients.email} order by ${recipients.email}) filter (where ${recipients.id} is not null), '{}')`,
      })
      .from(recipientGroups)
      .leftJoin(recipientGroupMembers, eq(recipientGroupMembers.groupId, recipientGroups.id))
      .leftJoin(recipients, eq(recipients.id, recipientGroupMembers.recipientId))
      .where(eq(recipientGroups.ownerUid, uid))
      .groupBy(recipientGroups.id)
      .orderBy(asc(sql`lower(${recipientGroups.name})`));
    const entries = await addressFileEntries(db, uid);
    return {
      files: { recipients: rows.map((row) => ({ ...row, savedAt: row.savedAt.toISOString() })), groups },
      texts: Object.fromEntries(
        Object.entries(ADDRESS_FILES).map(([format, { write }]) => [
          `${ADDRESS_FILE_NAME}.${format}`,
          write(entries),
        ]),
      ),
    };
  },

  async erase(tx, { uid }) {
    await tx.delete(recipients).where(eq(recipients.ownerUid, uid));
    await tx.delete(recipientGroups).where(eq(recipientGroups.ownerUid, uid));
    return {};
  },
};
