import { eq } from 'drizzle-orm';
import { first } from '../core/db/first.ts';
import { isSameSecret, sign } from '../core/secrets.ts';
import type { Services } from '../core/services.ts';
import { conversations } from '../letters/schema.ts';
import type { Destination } from '../mail/in/destination.ts';

type Needs = Pick<Services, 'config' | 'db' | 'sessionSecret'>;

const LINK = /^(?<side>[rs])(?<id>[0-9a-f]{32})(?<mac>[A-Za-z0-9_-]{22})$/;
const MAC_CHARACTERS = 22;

/** @param corrections of the conversation */
export function muteUrl(needs: Needs, muted: Destination, corrections = 0): string {
  const id = muted.conversationId.replaceAll('-', '');
  return `${needs.config.publicUrl}/mute/${muted.side.charAt(0)}${id}${macOf(needs, muted, corrections)}`;
}

/** Null unless we signed it since the letter last went on to another address. Any is taken for an erased conversation. */
export async function readMuteLink(needs: Needs, link: string): Promise<Destination | null> {
  const { side, id = '', mac = '' } = LINK.exec(link)?.groups ?? {};
  if (!side) return null;
  const conversationId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const muted: Destination = { conversationId, side: side === 'r' ? 'recipient' : 'sender' };
  const row = await first(needs.db.select().from(conversations).where(eq(conversations.id, conversationId)));
  return !row || isSameSecret(mac, macOf(needs, muted, row.corrections)) ? muted : null;
}

function macOf(needs: Needs, { conversationId, side }: Destination, corrections: number): string {
  // Of a letter that never went on: as in all mails of earlier versions.
  const since = side === 'recipient' && corrections > 0 ? ` ${corrections}` : '';
  const content = `slow-letters mute ${side} ${conversationId}${since}`;
  return sign(needs.sessionSecret, content).slice(0, MAC_CHARACTERS);
}
