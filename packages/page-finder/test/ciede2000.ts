import type { labOf } from '../lab-picture.ts';

type Lab = ReturnType<typeof labOf>;

const RADIANS = Math.PI / 180;
const cosine = (degrees: number) => Math.cos(degrees * RADIANS);
/** Near 0 for chroma below 25, near 1 above. */
const strong = (chroma: number) => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));

/** Colour difference CIEDE2000 with weights of 1 (Sharma, Wu and Dalal, 2005, equations 2 to 22). */
export function ciede2000(one: Lab, other: Lab): number {
  const meanPlainChroma = (Math.hypot(one.a, one.b) + Math.hypot(other.a, other.b)) / 2;
  const widened = 1 + 0.5 * (1 - strong(meanPlainChroma));
  const polar = ({ a, b }: Lab) => ({
    chroma: Math.hypot(a * widened, b),
    hue: (Math.atan2(b, a * widened) / RADIANS + 360) % 360,
  });
  const [first, second] = [polar(one), polar(other)];
  const isGrey = first.chroma * second.chroma === 0;
  const turn = isGrey ? 0 : ((second.hue - first.hue + 540) % 360) - 180;
  const hueDifference = 2 * Math.sqrt(first.chroma * second.chroma) * Math.sin((turn * RADIANS) / 2);
  const hue = isGrey ? first.hue + second.hue : meanHue(first.hue, second.hue);
  const chroma = (first.chroma + second.chroma) / 2;
  const lightness = (one.lightness + other.lightness) / 2 - 50;
  const byHue =
    1 -
    0.17 * cosine(hue - 30) +
    0.24 * cosine(2 * hue) +
    0.32 * cosine(3 * hue + 6) -
    0.2 * cosine(4 * hue - 63);
  const light =
    (other.lightness - one.lightness) / (1 + (0.015 * lightness ** 2) / Math.sqrt(20 + lightness ** 2));
  const colour = (second.chroma - first.chroma) / (1 + 0.045 * chroma);
  const tone = hueDifference / (1 + 0.015 * chroma * byHue);
  const rotation = -2 * strong(chroma) * Math.sin(2 * 30 * Math.exp(-(((hue - 275) / 25) ** 2)) * RADIANS);
  return Math.sqrt(light ** 2 + colour ** 2 + tone ** 2 + rotation * colour * tone);
}

/** Degrees, along the shorter way. */
function meanHue(one: number, other: number): number {
  const mean = (one + other) / 2;
  if (Math.abs(one - other) <= 180) return mean;
  return mean < 180 ? mean + 180 : mean - 180;
}
