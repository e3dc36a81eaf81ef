import { cleanSenderName } from './person-name.ts';

/**
 * The name that the person entered, else one derived from their address: `maren.oakes@…` becomes Maren Oakes, so
 * that no letter is 'from maren.oakes'.
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
