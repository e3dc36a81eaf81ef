/**
 * ICC profiles for colours that a picture states as code points of ITU-T H.273. The image library converts from ICC
 * profiles only, and has none of its own for these.
 */

type Xyz = [x: number, y: number, z: number];

/**
 * XYZ of full red, green and blue by H.273 colour primaries, under the D50 white of ICC profiles: the chromaticities
 * of the standard with white D65, adapted by Bradford's method.
 */
const PRIMARIES: Record<number, [red: Xyz, green: Xyz, blue: Xyz]> = {
  // BT.709, sRGB
  1: [
    [0.43601, 0.22247, 0.01393],
    [0.38507, 0.7169, 0.09711],
    [0.14311, 0.06063, 0.71434],
  ],
  // BT.601, 625 lines
  5: [
    [0.45521, 0.23227, 0.01454],
    [0.36756, 0.70781, 0.10492],
    [0.14143, 0.05992, 0.70592],
  ],
  // BT.601, 525 lines
  6: [
    [0.41626, 0.22166, 0.01366],
    [0.39316, 0.70327, 0.09136],
    [0.15478, 0.07506, 0.72036],
  ],
  // BT.2020
  9: [
    [0.67342, 0.27902, -0.00193],
    [0.16564, 0.67534, 0.02998],
    [0.12513, 0.04564, 0.79733],
  ],
  // Display P3
  12: [
    [0.51507, 0.24117, -0.00105],
    [0.29194, 0.69224, 0.04188],
    [0.15718, 0.06659, 0.78455],
  ],
};

/** Luminance that is shown as white when a picture's own goes far beyond (ITU-R BT.2408), cd/m². */
const REFERENCE_WHITE = 203;

/** Code value 0 to 1 to linear light 0 to 1, by H.273 transfer characteristics. */
const TRANSFERS: Record<number, (value: number) => number> = {
  4: (value) => value ** 2.2,
  5: (value) => value ** 2.8,
  8: (value) => value,
  16: (value) => Math.min(1, perceptualQuantizer(value) / REFERENCE_WHITE),
  18: hybridLogGamma,
};

/** Transfers shown with the curve of sRGB, as viewers do: BT.709, unspecified, BT.601, sRGB itself and BT.2020. */
const SRGB_TRANSFERS = new Set([1, 2, 6, 13, 14, 15]);

/** @returns null when that is sRGB, or unknown: then the picture is read as sRGB */
export function codePointProfile(colours: { primaries: number; transfer: number }): Buffer | null {
  const transfer = SRGB_TRANSFERS.has(colours.transfer) ? undefined : TRANSFERS[colours.transfer];
  const primaries = PRIMARIES[colours.primaries];
  if (!transfer && (!primaries || colours.primaries === 1)) return null;
  const [red, green, blue] = primaries ?? (PRIMARIES[1] as [Xyz, Xyz, Xyz]);
  const curve = curveTag(transfer ?? srgbLight);
  return profileOf([
    ['wtpt', xyzTag(D50)],
    ['rXYZ', xyzTag(red)],
    ['gXYZ', xyzTag(green)],
    ['bXYZ', xyzTag(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]);
}

const COLOUR_BOX = Buffer.from('colrnclx', 'latin1');

/**
 * A profile for the colours that an AVIF file states as code points (ISO/IEC 14496-12, ColourInformationBox).
 * @param head the file's description
 * @returns null for sRGB, and when nothing is stated
 */
export function avifProfile(head: Buffer): Buffer | null {
  const at = head.indexOf(COLOUR_BOX);
  if (at < 0 || at + 12 > head.length) return null;
  return codePointProfile({ primaries: head.readUInt16BE(at + 8), transfer: head.readUInt16BE(at + 10) });
}

function srgbLight(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** SMPTE ST 2084. @returns cd/m² */
function perceptualQuantizer(value: number): number {
  const root = value ** (1 / 78.84375);
  return 10_000 * (Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125);
}

/** ARIB STD-B67, with its reference white (75 %) as white. */
function hybridLogGamma(value: number): number {
  const light = (code: number) =>
    code <= 0.5 ? (code * code) / 3 : (Math.exp((code - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  return Math.min(1, light(value) / light(0.75));
}

const D50: Xyz = [0.9642, 1, 0.8249];

function xyzTag(values: Xyz): Buffer {
  const tag = Buffer.alloc(20);
  tag.write('XYZ ', 'latin1');
  writeXyz(tag, 8, values);
  return tag;
}

function writeXyz(target: Buffer, at: number, values: Xyz): void {
  for (const [index, value] of values.entries())
    target.writeInt32BE(Math.round(value * 65_536), at + 4 * index);
}

const CURVE_POINTS = 1024;

function curveTag(light: (value: number) => number): Buffer {
  const tag = Buffer.alloc(12 + 2 * CURVE_POINTS);
  tag.write('curv', 'latin1');
  tag.writeUInt32BE(CURVE_POINTS, 8);
  for (let index = 0; index < CURVE_POINTS; index += 1) {
    tag.writeUInt16BE(Math.round(65_535 * light(index / (CURVE_POINTS - 1))), 12 + 2 * index);
  }
  return tag;
}

/** Header, table of tags, tags (ICC.1:2001-04, section 6). */
function profileOf(tags: [name: string, content: Buffer][]): Buffer {
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length, 0);
  let offset = 128 + table.length;
  for (const [index, [name, content]] of tags.entries()) {
    table.write(name, 4 + 12 * index, 'latin1');
    table.writeUInt32BE(offset, 8 + 12 * index);
    table.writeUInt32BE(content.length, 12 + 12 * index);
    // Every content here is a multiple of four bytes long, as the format asks.
    offset += content.length;
  }
  const header = Buffer.alloc(128);
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x02400000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  writeXyz(header, 68, D50);
  return Buffer.concat([header, table, ...tags.map(([, content]) => content)]);
}
