/** One value for each pixel, row by row. */
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

/** Scratch memory that every call reuses: allocating zeroed memory takes as long as the work on it. */
let spare = new Float32Array(0);

function spareValues(length: number): Float32Array {
  if (spare.length < length) spare = new Float32Array(length);
  return spare.subarray(0, length);
}

/**
 * Box blur over squares of `2 * radius + 1` pixels, `passes` times; beyond the border its values are repeated.
 * @param blurred written to, of the same size; may be the plane itself
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
  /** one row, with its first value repeated before it and its last one after it */
  const padded = new Float32Array(width + 2 * radius + 1);
  for (let start = 0; start < values.length; start += width) {
    padded.set(values.subarray(start, start + width), radius);
    padded.fill(padded[radius] ?? 0, 0, radius);
    padded.fill(padded[radius + width - 1] ?? 0, radius + width);
    blurRow(padded, radius, out.values.subarray(start, start + width));
  }
}

// Inner loops are functions of their own: a new thread compiles those at once, but of nested loops it leaves the compiled
// inner one each time that one ends.
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

/** All columns at once, row by row, so that memory is read in order. */
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

/** The largest value in the square of `2 * radius + 1` pixels around each. @param plane 0 or more @param out may be the plane itself */
export function dilate(plane: Plane, radius: number, out = newPlane(plane.width, plane.height)): Plane {
  return largest(plane, radius, 1, out);
}

/** The least value in that square. @param plane 0 or more @param out may be the plane itself */
export function erode(plane: Plane, radius: number, out = newPlane(plane.width, plane.height)): Plane {
  return largest(plane, radius, -1, out);
}

/** Half the width and height: each value is the mean of two by two. */
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

/** Back to the size before `halved`, by linear interpolation. @param width of the result */
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

/** Morphological closing: removes what is darker than its surroundings and at most `2 * radius` pixels thick. @param plane 0 or more */
export function close(plane: Plane, radius: number): Plane {
  const dilated = dilate(plane, radius);
  return erode(dilated, radius, dilated);
}

/** Number of levels from 0 to 1 that `fillHoles` visits in order. */
const BUCKETS = 256;

/**
 * Raises what is darker than all around it to the lowest level at which a path leads to the picture's edge (morphological
 * reconstruction by erosion, from the lowest level up; Beucher and Meyer, 1992). What is dark up to the edge stays.
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
 * The largest (sign 1) or least (-1) values of the squares: along rows, then columns, by doubling the window. Numbers of
 * 0 or more have the order of their bits, so these are compared, without a branch.
 */
function largest(plane: Plane, radius: number, sign: 1 | -1, out: Plane): Plane {
  const { width, height } = plane;
  const values = bitsOf(plane.values);
  const found = bitsOf(out.values);
  const wide = width + 2 * radius;
  /** padding that is never the largest value, or never the least */
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

/** The bits of infinity. Their difference from those of any number of 0 or more fits into 32 bits. */
const INFINITE = 0x7f800000;

/** Each value becomes the largest of itself and the next `2 * radius`, `step` apart; those at the end are invalid then. */
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
