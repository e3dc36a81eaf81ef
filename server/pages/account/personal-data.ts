import { eq } from 'drizzle-orm';
import { type AccountDataSummary, accountDataSummary } from '../../../shared/account-data.ts';
import { conversationsData } from '../../answers/personal-data.ts';
import type { Database, Executor } from '../../core/db/database.ts';
import { draftsData } from '../../letters/drafts/personal-data.ts';
import { lettersData } from '../../letters/personal-data.ts';
import { photosData } from '../../letters/photos/personal-data.ts';
import { creditsData } from '../../money/credits/personal-data.ts';
import { giftsData } from '../../money/gifts/personal-data.ts';
import { paymentsData } from '../../money/payments/personal-data.ts';
import { type DataOwner, identityData, type PersonalData } from '../../people/identity/personal-data.ts';
import { remindersData } from '../../people/occasions/personal-data.ts';
import { recipientsData } from '../../people/recipients/personal-data.ts';
import { supportData } from '../../people/support/personal-data.ts';
import { usersData } from '../../people/users/personal-data.ts';
import { users } from '../../people/users/schema.ts';

/** In the order of erasure: what refers to another domain's rows comes before it. */
const DOMAINS = [
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
export const PERSONAL_DATA: PersonalData[] = DOMAINS;

type Exported = Extract<(typeof DOMAINS)[number], { export: unknown }>;
type FilesOf<Domain> = Domain extends { export(...of: never): Promise<{ files: infer Files }> }
  ? Files
  : never;
type All<Part> = (Part extends unknown ? (part: Part) => void : never) extends (all: infer Whole) => void
  ? Whole
  : never;
export type ExportFiles = All<FilesOf<Exported>>;

export async function ownerOf(db: Executor, uid: string): Promise<DataOwner> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.accountUid, uid));
  return { uid, userId: user?.id ?? null };
}

export async function countAccountData(db: Database, uid: string): Promise<AccountDataSummary> {
  const owner = await ownerOf(db, uid);
  const counts = {};
  for (const { summary } of PERSONAL_DATA) Object.assign(counts, await summary?.(db, owner));
  return accountDataSummary.parse(counts);
}
