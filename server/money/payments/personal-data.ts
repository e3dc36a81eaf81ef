import { and, eq } from 'drizzle-orm';
import type { PersonalData } from '../../people/identity/personal-data.ts';
import { endOpenCheckout } from './data.ts';
import { listReceipts } from './receipts.ts';
import { checkouts } from './schema.ts';

export const paymentsData = {
  tables: [checkouts],

  async summary(db, { userId }) {
    if (userId === null) return { purchases: 0 };
    const paid = and(eq(checkouts.userId, userId), eq(checkouts.status, 'paid'));
    return { purchases: await db.$count(checkouts, paid) };
  },

  async export({ db, config }, { uid }) {
    return { files: { receipts: await listReceipts(db, config, uid) } };
  },

  async erase(tx, { userId }) {
    if (userId !== null) await endOpenCheckout(tx, userId);
  },
} satisfies PersonalData;
