import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { AccountDataSummary } from '../../../shared/account-data.ts';
import type { Words } from '../../../shared/words.ts';
import type { Database, Transaction } from '../../core/db/database.ts';
import type { Services } from '../../core/services.ts';
import { presentAccessToken } from './access-tokens/make-access-token.ts';
import { findPasskeys, presentPasskey, removePasskeys } from './passkeys/data.ts';
import {
  accounts,
  actionCodes,
  endedSignIns,
  firebasePeople,
  linkedProviders,
  passkeys,
  refreshTokens,
  securityEvents,
  sessions,
} from './schema.ts';
import { lastSecurityEvents, removeSecurityEvents } from './security-events.ts';
import type { Person } from './sessions/person.ts';
import { listSessions } from './sessions/sessions.ts';

export interface DataOwner {
  /** the identity provider's id */
  uid: string;
  /** `users.id`; null for a person who has no product record yet */
  userId: number | null;
}

/** Each call reads anew, in parts: a long list is never in memory as a whole. */
export type Batches<Row> = () => AsyncIterable<Row[]>;
export const EXPORTED_AT_ONCE = 200;

export interface ExportedData {
  /** JSON files by name, whole or in parts */
  files: Record<string, unknown>;
  /** other files of text in parts, by their whole names */
  texts?: Record<string, () => AsyncIterable<string>>;
  /** photos that the files name, or that the person uploaded */
  photoIds?: string[];
  /** files that came by mail: a safe name of its own each, and its key in storage */
  attached?: { name: string; key: string }[];
}

interface ErasedData {
  /** storage keys whose rows are gone; a job deletes them after the commit */
  fileKeys?: string[];
  /** for the audit entry; no personal content */
  counts?: Record<string, number>;
}

export type Exporting = Pick<Services, 'db' | 'config'> & { words: Words };

/** Every domain declares its own in `personal-data.ts`; `account/` collects them for summary, export and erasure. */
export interface PersonalData {
  /** Tables whose rows belong to a person, directly or by a foreign key. */
  tables: PgTable[];
  summary?(db: Database, owner: DataOwner): Promise<Partial<AccountDataSummary>>;
  /** Returns only what the person may see in the app, in their words. */
  export?(services: Exporting, owner: DataOwner & Person): Promise<ExportedData>;
  /** Deletes or anonymises the rows. The owner's photos and product record are locked. */
  erase?(
    tx: Transaction,
    owner: DataOwner,
    services: Pick<Services, 'addressHash'>,
  ): Promise<ErasedData | undefined>;
}

/** The export has no secrets. The account with its ways to sign in is erased by `close-account.ts`, or handed over. */
export const identityData = {
  tables: [
    accounts,
    linkedProviders,
    refreshTokens,
    actionCodes,
    endedSignIns,
    firebasePeople,
    sessions,
    passkeys,
    securityEvents,
  ],

  async export({ db }, { uid }) {
    const own = (await findPasskeys(db, uid)).map(presentPasskey);
    return {
      files: {
        passkeys: own.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
        'access-tokens': (await listSessions(db, uid, 'programs')).map(presentAccessToken),
        'security-events': await lastSecurityEvents(db, uid),
      },
    };
  },

  async erase(tx, { uid }) {
    // Skips locked rows: a sign-in locks each and waits for this account, so that to wait for it would be a deadlock.
    await tx.execute(sql`delete from provider_sign_ins where credential_hash in (
      select credential_hash from provider_sign_ins
      where subject in (select subject from linked_providers where uid = ${uid}) for update skip locked)`);
    await removePasskeys(tx, uid);
    await removeSecurityEvents(tx, uid);
  },
} satisfies PersonalData;
