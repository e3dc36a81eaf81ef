const BEGIN_SIGNED = '-----BEGIN PGP SIGNED MESSAGE-----';
const BEGIN_SIGNATURE = '-----BEGIN PGP SIGNATURE-----';
const END_SIGNATURE = '-----END PGP SIGNATURE-----';
/** Characters of a signature; one of several keys has a few thousand. */
const SIGNATURE_MAX_CHARACTERS = 20_000;

/** The text of a message that was signed within itself (OpenPGP's cleartext signature framework, RFC 9580, 7). */
export function withoutArmor(text: string): string {
  const begins = text.indexOf(BEGIN_SIGNED);
  const signature = text.indexOf(`\n${BEGIN_SIGNATURE}`, begins);
  const ends = text.indexOf(END_SIGNATURE, signature);
  if (begins < 0 || signature < 0 || ends < 0 || ends - signature > SIGNATURE_MAX_CHARACTERS) return text;
  if (text.slice(0, begins).trim() !== '') return text;
  const signed = text
    .slice(begins + BEGIN_SIGNED.length, signature)
    .replace(/^\n(?:Hash: .{1,200}\n)*\n/, '')
    .replace(/^- /gm, '');
  return `${signed}${text.slice(ends + END_SIGNATURE.length)}`;
}
