import { isSameSecret, sign } from '../core/secrets.ts';
import type { Services } from '../core/services.ts';
import type { Destination } from '../mail/in/destination.ts';

type Needs = Pick<Services, 'config' | 'sessionSecret'>;

const LINK = /^(?<side>[rs])(?<id>[0-9a-f]{32})(?<mac>[A-Za-z0-9_-]{22})$/;
const MAC_CHARACTERS = 22;
const LINKS_MAX = 200;

export const muteUrl = (needs: Needs, muted: Destination): string =>
  `${needs.config.publicUrl}/mute/${linkOf(needs, muted)}`;

function linkOf(needs: Pick<Services, 'sessionSecret'>, muted: Destination): string {
  const id = muted.conversationId.replaceAll('-', '');
  return `${muted.side.charAt(0)}${id}${macOf(needs, muted)}`;
}

/** @param text in lower case, without spaces @returns links in lower case */
export function muteLinksIn(needs: Pick<Services, 'sessionSecret'>, text: string): string[] {
  const written = [...text.matchAll(/\/mute\/([rs])([0-9a-f]{32})/g)].slice(0, LINKS_MAX);
  return written.flatMap(({ index, 1: side, 2: id = '' }) => {
    const link = linkOf(needs, mutedSideOf(side, id)).toLowerCase();
    return text.startsWith(link, index + '/mute/'.length) ? [link] : [];
  });
}

/** Null unless we signed it. */
export function readMuteLink(needs: Needs, link: string): Destination | null {
  const { side, id = '', mac = '' } = LINK.exec(link)?.groups ?? {};
  if (!side) return null;
  const muted = mutedSideOf(side, id);
  return isSameSecret(mac, macOf(needs, muted)) ? muted : null;
}

/** @param side `r` or `s` @param id of the conversation, without hyphens */
function mutedSideOf(side: string | undefined, id: string): Destination {
  const conversationId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { conversationId, side: side === 'r' ? 'recipient' : 'sender' };
}

function macOf({ sessionSecret }: Pick<Services, 'sessionSecret'>, { conversationId, side }: Destination) {
  return sign(sessionSecret, `slow-letters mute ${side} ${conversationId}`).slice(0, MAC_CHARACTERS);
}
