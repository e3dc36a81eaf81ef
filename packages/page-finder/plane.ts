/** One value a pixel, row by row. */
export interface Plane {
  values: Float32Array;
  width: number;
  height: number;
}

export function newPlane(width: number, height: number): Plane {
  return { values: new Float32Array(width * height), width, height };
}

export function product({ values, width, height }: Plane, factors: Plane): Plane {
  const product = newPlane(width, height);
  for (let at = 0; at < values.length; at += 1)
    product.values[at] = (values[at] ?? 0) * (factors.values[at] ?? 0);
  return product;
}

/** Values in between, of one call after the other: zeroed memory for each costs as much as what is done with it. */
let spare = new Float32Array(0);

function spareValues(length: number): Float32Array {
  if (spare.length < length) spare = new Float32Array(length);
  return spare.subarray(0, length);
}

/**
 * Box blur over squares of `2 * radius + 1` pixels, several times; beyond an edge its last value counts on.
 * @param blurred of the same size, to write to; may be the plane itself
 */
export function blur(
  plane: Plane,
  radius: number,
  passes: number,
  blurred = newPlane(plane.width, plane.height),
): Plane {
  const between = { ...plane, values: spareValues(plane.values.length) };
  for (let pass = 0; pass < passes; pass += 1) {
    blurRows(pass === 0 ? plane : blurred, between, radius);
    blurColumns(between, blurred, radius);
  }
  return blurred;
}

function blurRows({ values, width }: Plane, out: Plane, radius: number): void {
  /** one row, with its first and its last value repeated on both sides */
  const padded = new Float32Array(width + 2 * radius + 1);
  for (let start = 0; start < values.length; start += width) {
    padded.set(values.subarray(start, start + width), radius);
    padded.fill(padded[radius] ?? 0, 0, radius);
    padded.fill(padded[radius + width - 1] ?? 0, radius + width);
    blurRow(padded, radius, out.values.subarray(start, start + width));
  }
}

// What is done to each value stands in functions of a single loop: a thread that is new compiles those at once, but leaves a compiled
// loop within a loop each time that it ends.
function blurRow(padded: Float32Array, radius: number, out: Float32Array): void {
  const window = 2 * radius + 1;
  const share = 1 / window;
  let sum = 0;
  for (let index = 0; index < window; index += 1) sum += padded[index] ?? 0;
  for (let index = 0; index < out.length; index += 1) {
    out[index] = sum * share;
    sum += (padded[index + window] ?? 0) - (padded[index] ?? 0);
  }
}

/** All columns at once, row by row, so that values are read in the order in which they lie. */
function blurColumns({ values, width, height }: Plane, out: Plane, radius: number): void {
  const share = 1 / (2 * radius + 1);
  const rowAt = (y: number) => {
    const start = Math.min(height - 1, Math.max(0, y)) * width;
    return values.subarray(start, start + width);
  };
  const none = new Float32Array(width);
  const sums = new Float64Array(width);
  for (let y = -radius; y <= radius; y += 1) slideSums(sums, none, rowAt(y));
  for (let y = 0; y < height; y += 1) {
    writeShares(sums, share, out.values.subarray(y * width, (y + 1) * width));
    slideSums(sums, rowAt(y - radius), rowAt(y + radius + 1));
  }
}

function writeShares(sums: Float64Array, share: number, out: Float32Array): void {
  for (let x = 0; x < out.length; x += 1) out[x] = (sums[x] ?? 0) * share;
}

function slideSums(sums: Float64Array, last: Float32Array, next: Float32Array): void {
  for (let x = 0; x < sums.length; x += 1) sums[x] = (sums[x] ?? 0) + (next[x] ?? 0) - (last[x] ?? 0);
}

/** The largest value, of numbers of 0 or more, of the square of `2 * radius + 1` pixels around each. @param out may be the plane itself */
export function dilate(plane: Plane, radius: number, out = newPlane(plane.width, plane.height)): Plane {
  return largest(plane, radius, 1, out);
}

/** The least value of that square. @param out may be the plane itself */
export function erode(plane: Plane, radius: number, out = newPlane(plane.width, plane.height)): Plane {
  return largest(plane, radius, -1, out);
}

/** Half the width and height: means of two by two values. */
export function halved({ values, width, height }: Plane): Plane {
  const half = newPlane((width + 1) >> 1, (height + 1) >> 1);
  const row = (y: number) => values.subarray(y * width, (y + 1) * width);
  for (let y = 0; y < half.height; y += 1) {
    const out = half.values.subarray(y * half.width, (y + 1) * half.width);
    halveRows(row(2 * y), row(Math.min(2 * y + 1, height - 1)), out);
  }
  return half;
}

function halveRows(upper: Float32Array, lower: Float32Array, out: Float32Array): void {
  for (let x = 0; x < out.length; x += 1) {
    const [left, right] = [2 * x, Math.min(2 * x + 1, upper.length - 1)];
    out[x] = ((upper[left] ?? 0) + (upper[right] ?? 0) + (lower[left] ?? 0) + (lower[right] ?? 0)) / 4;
  }
}

/** Twice the width and height, in between straight from value to value. @param width of the result, as before halving */
export function doubled(half: Plane, width: number, height: number): Plane {
  const across = newPlane(width, half.height);
  for (let y = 0; y < half.height; y += 1) {
    const row = half.values.subarray(y * half.width, (y + 1) * half.width);
    doubleRow(row, across.values.subarray(y * width, (y + 1) * width));
  }
  const whole = newPlane(width, height);
  for (let y = 0; y < height; y += 1) {
    const near = y >> 1;
    const next = y & 1 ? Math.min(near, half.height - 2) + 1 : Math.max(near - 1, 0);
    const row = (at: number) => across.values.subarray(at * width, (at + 1) * width);
    mixRows(row(near), row(next), whole.values.subarray(y * width, (y + 1) * width));
  }
  return whole;
}

function doubleRow(half: Float32Array, out: Float32Array): void {
  for (let x = 0; x < out.length; x += 1) {
    const near = x >> 1;
    const next = x & 1 ? Math.min(near, half.length - 2) + 1 : Math.max(near - 1, 0);
    out[x] = 0.75 * (half[near] ?? 0) + 0.25 * (half[next] ?? 0);
  }
}

function mixRows(near: Float32Array, next: Float32Array, out: Float32Array): void {
  for (let x = 0; x < out.length; x += 1) out[x] = 0.75 * (near[x] ?? 0) + 0.25 * (next[x] ?? 0);
}

/** Takes away what is darker than its surroundings and thinner than `2 * radius` pixels. @param plane of 0 or more */
export function close(plane: Plane, radius: number): Plane {
  const dilated = dilate(plane, radius);
  return erode(dilated, radius, dilated);
}

/** Levels (0 to 1) that are apart in the order of `fillHoles`. */
const BUCKETS = 256;

/**
 * Raises what is darker than all around it to the least value on the way out to the picture's edge (morphological
 * reconstruction by erosion, from the lowest level up; Beucher and Meyer, 1992): what is dark up to the edge stays.
 */
export function fillHoles({ values, width, height }: Plane): Plane {
  const filled = newPlane(width, height);
  const levels = filled.values.fill(Number.POSITIVE_INFINITY);
  const buckets: number[][] = Array.from({ length: BUCKETS }, () => []);
  const reach = (at: number, level: number) => {
    levels[at] = level;
    buckets[Math.min(BUCKETS - 1, (level * BUCKETS) | 0)]?.push(at);
  };
  for (let x = 0; x < width; x += 1) {
    for (const at of [x, values.length - 1 - x]) reach(at, values[at] ?? 0);
  }
  for (let start = width; start < values.length - width; start += width) {
    for (const at of [start, start + width - 1]) reach(at, values[at] ?? 0);
  }
  const rise = (from: number, at: number) => {
    const level = Math.max(values[at] ?? 0, levels[from] ?? 0);
    if (level < (levels[at] ?? 0)) reach(at, level);
  };
  for (const bucket of buckets) {
    for (const from of bucket) {
      if (from >= width) rise(from, from - width);
      if (from > 0) rise(from, from - 1);
      if (from < values.length - 1) rise(from, from + 1);
      if (from < values.length - width) rise(from, from + width);
    }
  }
  return filled;
}

/**
 * The largest values (sign 1) or the least (-1) of the squares around, of rows, then of columns, by doubling
 * the window. Only for numbers of 0 or more, whose bits are in their order: they are compared as whole numbers,
 * without a branch.
 */
function largest(plane: Plane, radius: number, sign: 1 | -1, out: Plane): Plane {
  const { width, height } = plane;
  const values = bitsOf(plane.values);
  const found = bitsOf(out.values);
  const wide = width + 2 * radius;
  /** All around are values that are never larger than those of the plane, and never less. */
  const around = sign > 0 ? 0 : INFINITE;
  const padded = bitsOf(spareValues(wide * (height + 2 * radius))).fill(around);
  for (let y = 0; y < height; y += 1) {
    padded.set(values.subarray(y * width, (y + 1) * width), (y + radius) * wide + radius);
  }
  if (sign < 0) negate(padded);
  slide(padded, radius, 1);
  slide(padded, radius, wide);
  for (let y = 0; y < height; y += 1) found.set(padded.subarray(y * wide, y * wide + width), y * width);
  if (sign < 0) negate(found);
  return out;
}

function negate(values: Int32Array): void {
  for (let at = 0; at < values.length; at += 1) values[at] = -(values[at] ?? 0);
}

function bitsOf({ buffer, byteOffset, length }: Float32Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length);
}

/** The bits of an infinite number. Their difference to those of any number of 0 or more fits. */
const INFINITE = 0x7f800000;

/** Each value becomes the largest of itself and the next `2 * radius`, `step` apart; the last ones are of no use then. */
function slide(values: Int32Array, radius: number, step: number): void {
  const window = 2 * radius + 1;
  for (let known = 1; known < window; ) {
    const ahead = Math.min(known, window - known);
    const offset = ahead * step;
    const end = values.length - offset;
    for (let at = 0; at < end; at += 1) {
      const value = values[at] ?? 0;
      const less = (value - (values[at + offset] ?? 0)) | 0;
      values[at] = value - (less & (less >> 31));
    }
    known += ahead;
  }
}
