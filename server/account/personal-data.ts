import { eq } from 'drizzle-orm';
import { type AccountDataSummary, accountDataSummary } from '../../shared/account-data.ts';
import { conversationsData } from '../conversations/personal-data.ts';
import { creditsData } from '../credits/personal-data.ts';
import { draftsData } from '../drafts/personal-data.ts';
import { giftsData } from '../gifts/personal-data.ts';
import { type DataOwner, identityData, type PersonalData } from '../identity/personal-data.ts';
import { lettersData } from '../letters/personal-data.ts';
import { paymentsData } from '../payments/personal-data.ts';
import { photosData } from '../photos/personal-data.ts';
import type { Executor } from '../platform/db/database.ts';
import { users } from '../platform/db/schema/users.ts';
import { recipientsData } from '../recipients/personal-data.ts';
import { remindersData } from '../reminders/personal-data.ts';
import { supportData } from '../support/personal-data.ts';
import { usersData } from '../users/personal-data.ts';

/** In the order of erasure: what refers to another domain's rows comes before it. */
export const PERSONAL_DATA: PersonalData[] = [
  supportData,
  paymentsData,
  giftsData,
  lettersData,
  conversationsData,
  draftsData,
  remindersData,
  recipientsData,
  creditsData,
  usersData,
  photosData,
  identityData,
];

export async function ownerOf(db: Executor, uid: string): Promise<DataOwner> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.firebaseUid, uid));
  return { uid, userId: user?.id ?? null };
}

/** Counts what is stored about a person. */
export async function countAccountData(db: Executor, uid: string): Promise<AccountDataSummary> {
  const owner = await ownerOf(db, uid);
  const counts = {};
  for (const { summary } of PERSONAL_DATA) Object.assign(counts, await summary?.(db, owner));
  return accountDataSummary.parse(counts);
}
