import { type SQL, sql } from 'drizzle-orm';
import { userIdOf } from '../../people/users/schema.ts';
import type { Transaction } from './database.ts';
import { statusIn } from './status-in.ts';

/** Who asks; somebody without an account has a `uid` that no account has. */
export interface Viewer {
  uid: string;
  email: string;
  emailVerified: boolean;
}

/** The letter of conversation `c` came to an address that is theirs, or was. The caller checks its status as well. */
export const cameTo = ({ uid, email, emailVerified }: Viewer): SQL => sql`
  (c.recipient_id = ${userIdOf(uid)}
    or c.recipient_id is null and ${emailVerified}::boolean and lower(c.recipient_email) = ${email.toLowerCase()})`;

/** Where the recipient of a conversation `c` has mail now. */
export const recipientMailbox = sql`coalesce((select email from users where id = c.recipient_id), c.recipient_email)`;

/** Conditions on a reply `r` to a letter `l`. */
export const fromThatAddress = sql`r.side = 'recipient' and lower(r.from_email) = lower(l.recipient_email)`;

/** What was answered before it left may be of whoever it went to first, and was between others then. */
export const answeredHere = sql`(r.created_at >= coalesce(l.queued_at, l.created_at) or ${fromThatAddress})`;

/**
 * Lets people keep letters that came to an address which they are losing: this person, and whoever had the address that
 * is proved now, since Firebase may tell of that first. Call before the product record has the new profile.
 */
export async function keepWhatCame(tx: Transaction, { uid, email, emailVerified }: Viewer): Promise<void> {
  const proved = sql`${emailVerified ? email.toLowerCase() : null}::text`;
  await tx.execute(sql`
    with losing as materialized (
      select id, lower(email) as email from users
      where email_verified and (account_uid = ${uid}
        or lower(email) = ${proved} and exists (select 1 from firebase_people person where person.uid = users.account_uid))
      order by id for update)
    update conversations c set recipient_id = losing.id
    from losing
    where not exists (
        select 1 from users where account_uid = ${uid} and email_verified and lower(email) = ${proved})
      and not exists (
        select 1 from users other where other.id <> losing.id and other.email_verified and lower(other.email) = losing.email)
      and c.recipient_id is null and lower(c.recipient_email) = losing.email
      and exists (select 1 from letters l where l.conversation_id = c.id and ${statusIn('seenByRecipient', sql`l.status`)})`);
}
