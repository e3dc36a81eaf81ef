import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { GROUPS_EACH } from '../../../shared/limits.ts';
import type { GroupBody, RecipientGroup } from '../../../shared/recipient-groups.ts';
import { byName } from '../../../shared/text-order.ts';
import { said } from '../../../shared/words.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { conflict, notFound } from '../../core/errors.ts';
import { lockBook } from './data.ts';
import { recipientGroupMembers, recipientGroups, recipients } from './schema.ts';

export async function listGroups(
  db: Executor,
  ownerUid: string,
  language: string,
): Promise<RecipientGroup[]> {
  const groups = await db
    .select({
      id: recipientGroups.id,
      name: recipientGroups.name,
      recipientIds: sql<
        number[]
      >`coalesce(json_agg(${recipientGroupMembers.recipientId} order by ${recipientGroupMembers.recipientId}) filter (where ${recipientGroupMembers.recipientId} is not null), '[]')`,
    })
    .from(recipientGroups)
    .leftJoin(recipientGroupMembers, eq(recipientGroupMembers.groupId, recipientGroups.id))
    .where(eq(recipientGroups.ownerUid, ownerUid))
    .groupBy(recipientGroups.id);
  return groups.sort(byName(language));
}

/** @param id of the group that is changed @throws 404 for another person's group or entry, 409 for a known name or many groups */
export async function saveGroup(
  tx: Transaction,
  ownerUid: string,
  { name, recipientIds: given }: GroupBody,
  id?: number,
): Promise<RecipientGroup> {
  await lockBook(tx, ownerUid, 'groups');
  const recipientIds = await lockOwnRecipients(tx, ownerUid, given);
  await checkName(tx, ownerUid, name, id);
  const ofOwner = eq(recipientGroups.ownerUid, ownerUid);
  if (id === undefined && (await tx.$count(recipientGroups, ofOwner)) >= GROUPS_EACH) {
    throw conflict(
      'GROUPS_FULL',
      said('Your address book holds {groups} groups, and no more fit.', { groups: GROUPS_EACH }),
    );
  }
  const [group] =
    id === undefined
      ? await tx.insert(recipientGroups).values({ ownerUid, name }).returning()
      : await tx.update(recipientGroups).set({ name }).where(own(ownerUid, id)).returning();
  if (!group) throw notFound(said('That group could not be found.'));
  await tx.delete(recipientGroupMembers).where(eq(recipientGroupMembers.groupId, group.id));
  if (recipientIds.length > 0)
    await tx
      .insert(recipientGroupMembers)
      .values(recipientIds.map((recipientId) => ({ groupId: group.id, recipientId })));
  return { id: group.id, name: group.name, recipientIds };
}

/** Its people stay in the address book. @throws 404 for another person's group */
export async function deleteGroup(db: Executor, ownerUid: string, id: number): Promise<void> {
  const { rowCount } = await db.delete(recipientGroups).where(own(ownerUid, id));
  if (rowCount === 0) throw notFound(said('That group could not be found.'));
}

const own = (ownerUid: string, id: number) =>
  and(eq(recipientGroups.ownerUid, ownerUid), eq(recipientGroups.id, id));

async function lockOwnRecipients(tx: Transaction, ownerUid: string, ids: number[]): Promise<number[]> {
  const wanted = [...new Set(ids)].sort((a, b) => a - b);
  if (wanted.length === 0) return wanted;
  const found = await tx
    .select({ id: recipients.id })
    .from(recipients)
    .where(and(eq(recipients.ownerUid, ownerUid), inArray(recipients.id, wanted)))
    .orderBy(recipients.id)
    .for('key share');
  if (found.length < wanted.length) throw notFound(said('One of these people could not be found.'));
  return wanted;
}

async function checkName(tx: Transaction, ownerUid: string, name: string, except?: number): Promise<void> {
  const taken = await tx.$count(
    recipientGroups,
    and(
      eq(recipientGroups.ownerUid, ownerUid),
      eq(sql`lower(${recipientGroups.name})`, sql`lower(${name})`),
      except === undefined ? undefined : ne(recipientGroups.id, except),
    ),
  );
  if (taken > 0)
    throw conflict('GROUP_NAME_TAKEN', said('You have a group called {name} already.', { name }));
}
