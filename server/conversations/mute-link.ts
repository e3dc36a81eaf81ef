import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Services } from '../platform/services.ts';

export interface MutePlace {
  conversationId: string;
  /** who is to get no more mail */
  side: 'recipient' | 'sender';
}

type Needs = Pick<Services, 'config' | 'sessionSecret'>;

const LINK = /^(?<side>[rs])(?<id>[0-9a-f]{32})(?<mac>[A-Za-z0-9_-]{22})$/;
const MAC_CHARACTERS = 22;

/** Address of the page where one side of a conversation can mute it without signing in. */
export function muteUrl(needs: Needs, place: MutePlace): string {
  const id = place.conversationId.replaceAll('-', '');
  return `${needs.config.publicUrl}/mute/${place.side.charAt(0)}${id}${macOf(needs, place)}`;
}

/** The place that a link's last part stands for; null unless we made it. */
export function readMuteLink(needs: Needs, link: string): MutePlace | null {
  const { side, id = '', mac = '' } = LINK.exec(link)?.groups ?? {};
  if (!side) return null;
  const conversationId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const place: MutePlace = { conversationId, side: side === 'r' ? 'recipient' : 'sender' };
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(needs, place))) ? place : null;
}

function macOf({ sessionSecret }: Needs, { conversationId, side }: MutePlace): string {
  return createHmac('sha256', sessionSecret)
    .update(`slow-letters mute ${side} ${conversationId}`)
    .digest('base64url')
    .slice(0, MAC_CHARACTERS);
}
