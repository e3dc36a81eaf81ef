import { and, desc, eq } from 'drizzle-orm';
import type { Receipt } from '../../../shared/payments.ts';
import type { PersonalData } from '../../people/identity/personal-data.ts';
import { endOpenCheckout } from './data.ts';
import { findReceipt } from './receipts.ts';
import { checkouts } from './schema.ts';

export const paymentsData = {
  tables: [checkouts],

  async summary(db, { userId }) {
    if (userId === null) return { purchases: 0 };
    const paid = and(eq(checkouts.userId, userId), eq(checkouts.status, 'paid'));
    return { purchases: await db.$count(checkouts, paid) };
  },

  async export({ db, config }, { uid, userId }) {
    const receipts: Receipt[] = [];
    if (userId === null) return { files: { receipts } };
    const bought = await db
      .select({ id: checkouts.id })
      .from(checkouts)
      .where(eq(checkouts.userId, userId))
      .orderBy(desc(checkouts.createdAt));
    for (const { id } of bought) {
      const receipt = await findReceipt(db, config.PRODUCT_NAME, uid, id);
      if (receipt) receipts.push(receipt);
    }
    return { files: { receipts } };
  },

  async erase(tx, { userId }) {
    if (userId !== null) await endOpenCheckout(tx, userId);
    return {};
  },
} satisfies PersonalData;
