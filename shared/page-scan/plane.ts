/** One value a pixel, row by row. */
export interface Plane {
  values: Float32Array;
  width: number;
  height: number;
}

export function newPlane(width: number, height: number): Plane {
  return { values: new Float32Array(width * height), width, height };
}

/** The same size, each value made of that of the plane. */
export function mapPlane({ values, width, height }: Plane, to: (value: number, at: number) => number): Plane {
  const mapped = newPlane(width, height);
  for (let at = 0; at < values.length; at += 1) mapped.values[at] = to(values[at] ?? 0, at);
  return mapped;
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
  const share = 1 / (2 * radius + 1);
  /** one row, with its first and its last value repeated on both sides */
  const padded = new Float32Array(width + 2 * radius + 1);
  for (let start = 0; start < values.length; start += width) {
    padded.set(values.subarray(start, start + width), radius);
    padded.fill(padded[radius] ?? 0, 0, radius);
    padded.fill(padded[radius + width - 1] ?? 0, radius + width);
    let sum = 0;
    for (let index = 0; index <= 2 * radius; index += 1) sum += padded[index] ?? 0;
    for (let index = 0; index < width; index += 1) {
      out.values[start + index] = sum * share;
      sum += (padded[index + 2 * radius + 1] ?? 0) - (padded[index] ?? 0);
    }
  }
}

/** All columns at once, row by row, so that values are read in the order in which they lie. */
function blurColumns({ values, width, height }: Plane, out: Plane, radius: number): void {
  const share = 1 / (2 * radius + 1);
  const rowAt = (y: number) => Math.min(height - 1, Math.max(0, y)) * width;
  const sums = new Float64Array(width);
  for (let y = -radius; y <= radius; y += 1) {
    for (let x = 0, at = rowAt(y); x < width; x += 1, at += 1) sums[x] = (sums[x] ?? 0) + (values[at] ?? 0);
  }
  for (let y = 0; y < height; y += 1) {
    const to = y * width;
    const next = rowAt(y + radius + 1);
    const last = rowAt(y - radius);
    for (let x = 0; x < width; x += 1) {
      const sum = sums[x] ?? 0;
      out.values[to + x] = sum * share;
      sums[x] = sum + (values[next + x] ?? 0) - (values[last + x] ?? 0);
    }
  }
}

/** The largest value of the square of `2 * radius + 1` pixels around each. @param out may be the plane itself */
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
  for (let y = 0, to = 0; y < half.height; y += 1) {
    const upper = 2 * y * width;
    const lower = Math.min(2 * y + 1, height - 1) * width;
    for (let x = 0; x < half.width; x += 1, to += 1) {
      const [left, right] = [2 * x, Math.min(2 * x + 1, width - 1)];
      half.values[to] =
        ((values[upper + left] ?? 0) +
          (values[upper + right] ?? 0) +
          (values[lower + left] ?? 0) +
          (values[lower + right] ?? 0)) /
        4;
    }
  }
  return half;
}

/** Twice the width and height, in between straight from value to value. @param width of the result, as before halving */
export function doubled(half: Plane, width: number, height: number): Plane {
  const across = newPlane(width, half.height);
  for (let y = 0; y < half.height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const near = y * half.width + (x >> 1);
      const next = x & 1 ? Math.min(x >> 1, half.width - 2) + 1 : Math.max((x >> 1) - 1, 0);
      across.values[y * width + x] =
        0.75 * (half.values[near] ?? 0) + 0.25 * (half.values[y * half.width + next] ?? 0);
    }
  }
  const whole = newPlane(width, height);
  for (let y = 0; y < height; y += 1) {
    const near = (y >> 1) * width;
    const next = (y & 1 ? Math.min(y >> 1, half.height - 2) + 1 : Math.max((y >> 1) - 1, 0)) * width;
    for (let x = 0; x < width; x += 1) {
      whole.values[y * width + x] =
        0.75 * (across.values[near + x] ?? 0) + 0.25 * (across.values[next + x] ?? 0);
    }
  }
  return whole;
}

/** Takes away what is darker than its surroundings and thinner than `2 * radius` pixels. */
export function close(plane: Plane, radius: number): Plane {
  const dilated = dilate(plane, radius);
  return erode(dilated, radius, dilated);
}

/**
 * Raises what is darker than all around it to the least value on the way out to the picture's edge (morphological
 * reconstruction by erosion; Vincent, 1993): what is dark up to the edge stays.
 */
export function fillHoles({ values, width, height }: Plane): Plane {
  const filled = newPlane(width, height);
  const { values: levels } = filled;
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const isEdge = x === 0 || y === 0 || x === width - 1 || y === height - 1;
      levels[at] = isEdge ? (values[at] ?? 0) : Number.POSITIVE_INFINITY;
    }
  }
  // From the upper left and from the lower right in turn, until nothing sinks any more.
  const [first, last] = [width + 1, values.length - width - 2];
  for (let sank = true; sank; ) {
    sank = false;
    for (const step of [1, -1]) {
      for (let at = step > 0 ? first : last; at >= first && at <= last; at += step) {
        const way = Math.min(levels[at - step] ?? 0, levels[at - step * width] ?? 0);
        const level = Math.max(values[at] ?? 0, way);
        if (level >= (levels[at] ?? 0)) continue;
        levels[at] = level;
        sank = true;
      }
    }
  }
  return filled;
}

/**
 * The largest values (sign 1) or the least (-1) of the squares around: of rows, then of columns. A window's largest
 * value is the larger of those of two windows of half its width, and so on.
 */
function largest({ values, width, height }: Plane, radius: number, sign: 1 | -1, out: Plane): Plane {
  /** rows above and below are lower than any value */
  const padded = spareValues(width * (height + 2 * radius)).fill(Number.NEGATIVE_INFINITY);
  const line = new Float32Array(width + 2 * radius);
  for (let y = 0; y < height; y += 1) {
    line.fill(Number.NEGATIVE_INFINITY);
    const [from, to] = [y * width, (y + radius) * width];
    for (let x = 0; x < width; x += 1) line[radius + x] = sign * (values[from + x] ?? 0);
    slide(line, radius, 1);
    padded.set(line.subarray(0, width), to);
  }
  slide(padded, radius, width);
  for (let at = 0; at < out.values.length; at += 1) out.values[at] = sign * (padded[at] ?? 0);
  return out;
}

/** Each value becomes the largest of itself and the next `2 * radius`, `step` apart; the last ones are of no use then. */
function slide(values: Float32Array, radius: number, step: number): void {
  const window = 2 * radius + 1;
  for (let known = 1; known < window; ) {
    const ahead = Math.min(known, window - known);
    const offset = ahead * step;
    const end = values.length - offset;
    for (let at = 0; at < end; at += 1) {
      const next = values[at + offset] ?? 0;
      if (next > (values[at] ?? 0)) values[at] = next;
    }
    known += ahead;
  }
}
