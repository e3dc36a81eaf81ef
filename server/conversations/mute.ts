import { createHmac, timingSafeEqual } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../platform/db/database.ts';
import { conversations } from '../platform/db/schema/conversations.ts';
import type { Services } from '../platform/services.ts';

export interface MutedSide {
  conversationId: string;
  /** the side that gets no more mail */
  side: 'recipient' | 'sender';
}

type Needs = Pick<Services, 'config' | 'sessionSecret'>;

const LINK = /^(?<side>[rs])(?<id>[0-9a-f]{32})(?<mac>[A-Za-z0-9_-]{22})$/;
const MAC_CHARACTERS = 22;

/** Address of the page where one side of a conversation can mute it without signing in. */
export function muteUrl(needs: Needs, muted: MutedSide): string {
  const id = muted.conversationId.replaceAll('-', '');
  return `${needs.config.publicUrl}/mute/${muted.side.charAt(0)}${id}${macOf(needs, muted)}`;
}

/** The side that a link's last part names; null unless we signed it. */
export function readMuteLink(needs: Needs, link: string): MutedSide | null {
  const { side, id = '', mac = '' } = LINK.exec(link)?.groups ?? {};
  if (!side) return null;
  const conversationId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const muted: MutedSide = { conversationId, side: side === 'r' ? 'recipient' : 'sender' };
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(needs, muted))) ? muted : null;
}

function macOf({ sessionSecret }: Needs, { conversationId, side }: MutedSide): string {
  return createHmac('sha256', sessionSecret)
    .update(`slow-letters mute ${side} ${conversationId}`)
    .digest('base64url')
    .slice(0, MAC_CHARACTERS);
}

/** Stops or resumes relayed mail to one side; replies still show in the app. */
export async function setMuted(
  db: Executor,
  { conversationId, side }: MutedSide,
  muted: boolean,
): Promise<void> {
  const since = muted ? sql`now()` : null;
  await db
    .update(conversations)
    .set(side === 'sender' ? { senderMutedAt: since } : { recipientMutedAt: since })
    .where(eq(conversations.id, conversationId));
}
