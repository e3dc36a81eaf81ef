import { eq, sql } from 'drizzle-orm';
import { byName } from '../../../shared/text-order.ts';
import type { PersonalData } from '../identity/personal-data.ts';
import { addressBook, addressFile } from './export-recipients.ts';
import { recipientGroupMembers, recipientGroups, recipients } from './schema.ts';

export const recipientsData = {
  tables: [recipients, recipientGroups, recipientGroupMembers],

  async summary(db, { uid }) {
    return { recipients: await db.$count(recipients, eq(recipients.ownerUid, uid)) };
  },

  async export({ db, words: { language } }, { uid }) {
    async function* people() {
      for await (const entries of addressBook(db, uid, language))
        yield entries.map(({ name, greetingName, email, timeZone, language, savedAt }) => ({
          name,
          greetingName: greetingName || null,
          email,
          timeZone,
          language,
          savedAt: savedAt.toISOString(),
        }));
    }
    const groups = await db
      .select({
        id: recipientGroups.id,
        name: recipientGroups.name,
        people: sql<
          string[]
        >`coalesce(array_agg(${recipients.email} order by ${recipients.email}) filter (where ${recipients.id} is not null), '{}')`,
      })
      .from(recipientGroups)
      .leftJoin(recipientGroupMembers, eq(recipientGroupMembers.groupId, recipientGroups.id))
      .leftJoin(recipients, eq(recipients.id, recipientGroupMembers.recipientId))
      .where(eq(recipientGroups.ownerUid, uid))
      .groupBy(recipientGroups.id);
    return {
      files: {
        recipients: people,
        groups: groups.sort(byName(language)).map(({ id, ...group }) => group),
      },
      texts: {
        'address-book.vcf': () => addressFile(db, uid, language, 'vcf'),
        'address-book.csv': () => addressFile(db, uid, language, 'csv'),
      },
    };
  },

  async erase(tx, { uid }) {
    await tx.delete(recipients).where(eq(recipients.ownerUid, uid));
    await tx.delete(recipientGroups).where(eq(recipientGroups.ownerUid, uid));
  },
} satisfies PersonalData;
