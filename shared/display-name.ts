import { cleanSenderName } from './person-name.ts';

/**
 * The name of a person: the one they entered, without what no name may hold, else one derived from their address, so that no
 * letter is 'from maren.oakes'. `maren.oakes@…` becomes Maren Oakes; digits and punctuation are dropped.
 */
export function displayNameOf({ displayName, email }: { displayName: string | null; email: string }): string {
  const given = cleanSenderName(displayName ?? '');
  if (given) return given;
  const local = email.split('@')[0] ?? '';
  const words = local
    .replace(/\+.*/s, '')
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return cleanSenderName(name) || local || email;
}
