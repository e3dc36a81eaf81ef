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

/** How rows, or columns, lie in a plane's values. */
interface Lines {
  count: number;
  length: number;
  /** from one value of a line to the next, and from one line to the next */
  step: number;
  stride: number;
}

const rowsOf = ({ width, height }: Plane): Lines => ({
  count: height,
  length: width,
  step: 1,
  stride: width,
});
const columnsOf = ({ width, height }: Plane): Lines => ({
  count: width,
  length: height,
  step: width,
  stride: 1,
});

/** Box blur over squares of `2 * radius + 1` pixels, several times; beyond an edge its last value counts on. */
export function blur(plane: Plane, radius: number, passes: number): Plane {
  const between = newPlane(plane.width, plane.height);
  const blurred = newPlane(plane.width, plane.height);
  for (let pass = 0; pass < passes; pass += 1) {
    boxLines(pass === 0 ? plane : blurred, between, rowsOf(plane), radius);
    boxLines(between, blurred, columnsOf(plane), radius);
  }
  return blurred;
}

function boxLines({ values }: Plane, out: Plane, lines: Lines, radius: number): void {
  const share = 1 / (2 * radius + 1);
  const { count, length, step, stride } = lines;
  /** one line, with its first and its last value repeated on both sides */
  const padded = new Float32Array(length + 2 * radius + 1);
  for (let line = 0; line < count; line += 1) {
    const start = line * stride;
    for (let index = 0, at = start; index < length; index += 1, at += step) {
      padded[radius + index] = values[at] ?? 0;
    }
    padded.fill(padded[radius] ?? 0, 0, radius);
    padded.fill(padded[radius + length - 1] ?? 0, radius + length);
    let sum = 0;
    for (let index = 0; index <= 2 * radius; index += 1) sum += padded[index] ?? 0;
    for (let index = 0, at = start; index < length; index += 1, at += step) {
      out.values[at] = sum * share;
      sum += (padded[index + 2 * radius + 1] ?? 0) - (padded[index] ?? 0);
    }
  }
}

/** The largest value of the square of `2 * radius + 1` pixels around each. */
export function dilate(plane: Plane, radius: number): Plane {
  return extremeLines(extremeLines(plane, rowsOf(plane), radius, 1), columnsOf(plane), radius, 1);
}

/** The least value of that square. */
export function erode(plane: Plane, radius: number): Plane {
  return extremeLines(extremeLines(plane, rowsOf(plane), radius, -1), columnsOf(plane), radius, -1);
}

/** Takes away what is darker than its surroundings and thinner than `2 * radius` pixels. */
export function close(plane: Plane, radius: number): Plane {
  return erode(dilate(plane, radius), radius);
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

/** Sliding maximum (sign 1) or minimum (-1): a queue of indices whose values fall. */
function extremeLines({ values, width, height }: Plane, lines: Lines, radius: number, sign: 1 | -1): Plane {
  const out = newPlane(width, height);
  const { count, length, step, stride } = lines;
  const queue = new Int32Array(length);
  /** one line whose largest values are looked for */
  const signed = new Float32Array(length);
  for (let line = 0; line < count; line += 1) {
    const start = line * stride;
    for (let index = 0, at = start; index < length; index += 1, at += step) {
      signed[index] = sign * (values[at] ?? 0);
    }
    let first = 0;
    let end = 0;
    for (let ahead = 0; ahead < length + radius; ahead += 1) {
      if (ahead < length) {
        const value = signed[ahead] ?? 0;
        while (end > first && (signed[queue[end - 1] ?? 0] ?? 0) <= value) end -= 1;
        queue[end] = ahead;
        end += 1;
      }
      const index = ahead - radius;
      if (index < 0) continue;
      while ((queue[first] ?? 0) < index - radius) first += 1;
      out.values[start + index * step] = sign * (signed[queue[first] ?? 0] ?? 0);
    }
  }
  return out;
}
