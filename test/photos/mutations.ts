/** Damages files in ways of broken transfers, bad disks and attackers; the same random numbers give the same damage. */

export interface Random {
  /** a whole number from 0 to `most - 1` */
  below(most: number): number;
}

/** Mulberry32: small, and good enough to choose damage. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return {
    below: (most) => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * most);
    },
  };
}

/** Lengths and sizes at which parsers often fail. */
const AWKWARD = [0, 1, 2, 7, 8, 255, 256, 32_767, 65_535, 65_536, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

type Damage = (file: Buffer, other: Buffer, random: Random) => Buffer;

const DAMAGES: Damage[] = [
  function flipBits(file, _other, random) {
    const flipped = Buffer.from(file);
    for (let count = 1 + random.below(30); count > 0; count -= 1) {
      const at = place(flipped, random);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << random.below(8));
    }
    return flipped;
  },
  function awkwardNumber(file, _other, random) {
    const changed = Buffer.from(file);
    const at = Math.min(place(changed, random), Math.max(0, changed.length - 4));
    const value = AWKWARD[random.below(AWKWARD.length)] ?? 0;
    if (changed.length < 4) return changed;
    if (random.below(2) === 0) changed.writeUInt32BE(value, at);
    else changed.writeUInt16BE(value & 0xffff, at);
    return changed;
  },
  function blot(file, _other, random) {
    const blotted = Buffer.from(file);
    const at = place(blotted, random);
    return blotted.fill(
      [0, 0xff, 0x55][random.below(3)] ?? 0,
      at,
      Math.min(blotted.length, at + 1 + random.below(200)),
    );
  },
  function cutOff(file, _other, random) {
    return file.subarray(0, random.below(file.length));
  },
  function cutOut(file, _other, random) {
    const at = place(file, random);
    return Buffer.concat([file.subarray(0, at), file.subarray(at + 1 + random.below(300))]);
  },
  function repeat(file, _other, random) {
    const at = place(file, random);
    const piece = file.subarray(at, at + 1 + random.below(500));
    return Buffer.concat([
      file.subarray(0, at),
      ...Array.from({ length: 1 + random.below(5) }, () => piece),
      file.subarray(at),
    ]);
  },
  function splice(file, other, random) {
    return Buffer.concat([file.subarray(0, place(file, random)), other.subarray(random.below(other.length))]);
  },
];

/** A damaged copy, sometimes damaged several times. */
export function mutated(file: Buffer, other: Buffer, random: Random): Buffer {
  let result = file;
  for (let rounds = 1 + Math.floor(random.below(5) / 2); rounds > 0; rounds -= 1) {
    const damage = DAMAGES[random.below(DAMAGES.length)];
    if (damage && result.length > 0) result = damage(result, other, random);
  }
  return result;
}

/** Half of the time at the beginning, where the headers are. */
function place(file: Buffer, random: Random): number {
  return random.below(random.below(2) === 0 ? Math.min(file.length, 1_000) : file.length);
}
