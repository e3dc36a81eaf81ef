import { asc, eq } from 'drizzle-orm';
import type { PersonalData } from '../identity/personal-data.ts';
import { recipients } from '../recipients/schema.ts';
import { occasions, reminderSettings, reminders } from './schema.ts';

export const remindersData = {
  tables: [occasions, reminders, reminderSettings],

  async export({ db }, { uid }) {
    const { kind, label, month, day, year, remindDays } = occasions;
    const { name: person, email } = recipients;
    const daysToRemember = await db
      .select({ person, email, kind, label, month, day, year, remindDays })
      .from(occasions)
      .innerJoin(recipients, eq(recipients.id, occasions.recipientId))
      .where(eq(occasions.ownerUid, uid))
      .orderBy(asc(occasions.month), asc(occasions.day), asc(occasions.id));
    return { files: { daysToRemember } };
  },

  async erase(tx, { uid }) {
    // The days go with the address book, which is next; locked in the order of docs/decisions/0035.
    await tx.delete(reminderSettings).where(eq(reminderSettings.ownerUid, uid));
  },
} satisfies PersonalData;
