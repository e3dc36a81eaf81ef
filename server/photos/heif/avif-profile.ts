import { nclxProfile } from './nclx-profile.ts';

const COLOUR_BOX = Buffer.from('colrnclx', 'latin1');

/**
 * A profile for the colours that an AVIF file states as code points (ISO/IEC 14496-12, ColourInformationBox): the
 * image library carries ICC profiles alone.
 * @param head the file's description
 * @returns null for sRGB, and when nothing is stated
 */
export function avifProfile(head: Buffer): Buffer | null {
  const at = head.indexOf(COLOUR_BOX);
  if (at < 0 || at + 12 > head.length) return null;
  return nclxProfile({ primaries: head.readUInt16BE(at + 8), transfer: head.readUInt16BE(at + 10) });
}
