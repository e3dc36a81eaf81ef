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
  return { values: values.map(to), width, height };
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
  let blurred = plane;
  for (let pass = 0; pass < passes; pass += 1) {
    blurred = boxLines(blurred, rowsOf(plane), radius);
    blurred = boxLines(blurred, columnsOf(plane), radius);
  }
  return blurred;
}

function boxLines({ values, width, height }: Plane, lines: Lines, radius: number): Plane {
  const out = newPlane(width, height);
  const share = 1 / (2 * radius + 1);
  const { count, length, step, stride } = lines;
  const last = (length - 1) * step;
  for (let line = 0; line < count; line += 1) {
    const start = line * stride;
    let sum = (values[start] ?? 0) * (radius + 1);
    for (let index = 1; index <= radius; index += 1) sum += values[start + Math.min(last, index * step)] ?? 0;
    let ahead = radius * step + step;
    let behind = -radius * step;
    for (let at = 0; at <= last; at += step, ahead += step, behind += step) {
      out.values[start + at] = sum * share;
      sum += (values[start + Math.min(last, ahead)] ?? 0) - (values[start + Math.max(0, behind)] ?? 0);
    }
  }
  return out;
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

/** Sliding maximum (sign 1) or minimum (-1): a queue of indices whose values fall. */
function extremeLines({ values, width, height }: Plane, lines: Lines, radius: number, sign: 1 | -1): Plane {
  const out = newPlane(width, height);
  const { count, length, step, stride } = lines;
  const queue = new Int32Array(length);
  for (let line = 0; line < count; line += 1) {
    const start = line * stride;
    const at = (index: number) => values[start + index * step] ?? 0;
    let first = 0;
    let end = 0;
    for (let ahead = 0; ahead < length + radius; ahead += 1) {
      if (ahead < length) {
        while (end > first && sign * at(queue[end - 1] ?? 0) <= sign * at(ahead)) end -= 1;
        queue[end] = ahead;
        end += 1;
      }
      const index = ahead - radius;
      if (index < 0) continue;
      while ((queue[first] ?? 0) < index - radius) first += 1;
      out.values[start + index * step] = at(queue[first] ?? 0);
    }
  }
  return out;
}
