import { matrixProfile, type Primaries } from './matrix-profile.ts';

/** Chromaticities x, y of red, green and blue by ITU-T H.273 colour primaries; white is D65 for all of these. */
const PRIMARIES: Record<number, Primaries> = {
  1: [
    [0.64, 0.33],
    [0.3, 0.6],
    [0.15, 0.06],
  ],
  5: [
    [0.64, 0.33],
    [0.29, 0.6],
    [0.15, 0.06],
  ],
  6: [
    [0.63, 0.34],
    [0.31, 0.595],
    [0.155, 0.07],
  ],
  9: [
    [0.708, 0.292],
    [0.17, 0.797],
    [0.131, 0.046],
  ],
  12: [
    [0.68, 0.32],
    [0.265, 0.69],
    [0.15, 0.06],
  ],
};

/** Brightness that is shown as white when a picture's own goes far beyond (ITU-R BT.2408), cd/m². */
const PAPER_WHITE = 203;

/** Code value 0 to 1 to light 0 to 1, by ITU-T H.273 transfer characteristics. */
const TRANSFERS: Record<number, (value: number) => number> = {
  4: (value) => value ** 2.2,
  5: (value) => value ** 2.8,
  8: (value) => value,
  16: (value) => Math.min(1, perceptualQuantizer(value) / PAPER_WHITE),
  18: hybridLogGamma,
};

/** Whose transfer is taken for that of sRGB, as every viewer does: BT.709, unspecified, BT.601, and sRGB itself. */
const SRGB_TRANSFERS = new Set([1, 2, 6, 13, 14, 15]);

/**
 * An ICC profile for colours that a picture gives as code points of ITU-T H.273.
 * @returns null when that is sRGB, or nothing that is known: then the picture is taken as sRGB
 */
export function nclxProfile({ primaries, transfer }: { primaries: number; transfer: number }): Buffer | null {
  const isSrgbCurve = SRGB_TRANSFERS.has(transfer) || !(transfer in TRANSFERS);
  if (isSrgbCurve && (primaries === 1 || !(primaries in PRIMARIES))) return null;
  const points = PRIMARIES[primaries] ?? PRIMARIES[1];
  if (!points) return null;
  return matrixProfile(points, (isSrgbCurve ? undefined : TRANSFERS[transfer]) ?? srgbLight);
}

function srgbLight(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** SMPTE ST 2084. @returns cd/m² */
function perceptualQuantizer(value: number): number {
  const root = value ** (1 / 78.84375);
  return 10_000 * (Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125);
}

/** ARIB STD-B67, with the value for paper white (75 %) as white. */
function hybridLogGamma(value: number): number {
  const light = (code: number) =>
    code <= 0.5 ? (code * code) / 3 : (Math.exp((code - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  return Math.min(1, light(value) / light(0.75));
}
