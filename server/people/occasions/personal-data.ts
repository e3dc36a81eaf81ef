import { asc, eq } from 'drizzle-orm';
import type { PersonalData } from '../identity/personal-data.ts';
import { recipients } from '../recipients/schema.ts';
import { occasions, reminderSettings, reminders } from './schema.ts';

export const remindersData = {
  tables: [occasions, reminders, reminderSettings],

  async export({ db }, { uid }) {
    const daysToRemember = await db
      .select({
        person: recipients.name,
        email: recipients.email,
        kind: occasions.kind,
        label: occasions.label,
        month: occasions.month,
        day: occasions.day,
        year: occasions.year,
        remindDays: occasions.remindDays,
      })
      .from(occasions)
      .innerJoin(recipients, eq(recipients.id, occasions.recipientId))
      .where(eq(occasions.ownerUid, uid))
      .orderBy(asc(occasions.month), asc(occasions.day), asc(occasions.id));
    return { files: { daysToRemember } };
  },

  async erase(tx, { uid }) {
    // The days go with the address book, which is next; locked in the order of docs/decisions/0035.
    await tx.delete(reminderSettings).where(eq(reminderSettings.ownerUid, uid));
    return {};
  },
} satisfies PersonalData;
