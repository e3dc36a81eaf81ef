/**
 * What a person is called: the name they gave, else one made from their address, so that a letter never comes
 * 'from maren.oakes'. `maren.oakes@…` is Maren Oakes; digits and signs are left out.
 */
export function displayNameOf({ displayName, email }: { displayName: string | null; email: string }): string {
  const given = displayName?.trim();
  if (given) return given;
  const local = email.split('@')[0] ?? '';
  const words = local
    .replace(/\+.*/s, '')
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean);
  const name = words.map((word) => word.charAt(0).toLocaleUpperCase() + word.slice(1)).join(' ');
  return name || local || email;
}
