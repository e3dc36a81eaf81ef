/** Chromaticity by CIE 1931. */
type Point = [x: number, y: number];
export type Primaries = [red: Point, green: Point, blue: Point];
type Row = [number, number, number];
type Matrix = [Row, Row, Row];

/**
 * An ICC profile of version 2 with a matrix and one curve (ICC.1:2001-04).
 * @param light code value 0 to 1 to light 0 to 1
 */
export function matrixProfile(primaries: Primaries, light: (value: number) => number): Buffer {
  const curve = curveTag(light);
  const [red, green, blue] = columnsInD50(primaries);
  return profileOf([
    ['wtpt', xyzTag([0.9642, 1, 0.8249])],
    ['rXYZ', xyzTag(red)],
    ['gXYZ', xyzTag(green)],
    ['bXYZ', xyzTag(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
    ['desc', descriptionTag('Camera')],
    ['cprt', Buffer.from('text\0\0\0\0\0', 'latin1')],
  ]);
}

/** XYZ of the three primaries at full, under the D50 of ICC profiles (Bradford adaptation of D65). */
function columnsInD50([red, green, blue]: Primaries): [Row, Row, Row] {
  const [r, g, b] = [xyz(red), xyz(green), xyz(blue)];
  const white = xyz([0.3127, 0.329]);
  const amounts = multiply(inverse(transposed([r, g, b])), white);
  const scaled = (column: Row, amount: number): Row =>
    multiply(BRADFORD_D65_TO_D50, [column[0] * amount, column[1] * amount, column[2] * amount]);
  return [scaled(r, amounts[0]), scaled(g, amounts[1]), scaled(b, amounts[2])];
}

const BRADFORD_D65_TO_D50: Matrix = [
  [1.0478112, 0.0228866, -0.050127],
  [0.0295424, 0.9904844, -0.0170491],
  [-0.0092345, 0.0150436, 0.7521316],
];

const xyz = ([x, y]: Point): Row => [x / y, 1, (1 - x - y) / y];

const transposed = ([a, b, c]: Matrix): Matrix => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
];

const multiply = ([a, b, c]: Matrix, v: Row): Row => [dot(a, v), dot(b, v), dot(c, v)];
const dot = (a: Row, b: Row) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Row, b: Row): Row => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function inverse([a, b, c]: Matrix): Matrix {
  const determinant = dot(a, cross(b, c));
  const over = (row: Row): Row => [row[0] / determinant, row[1] / determinant, row[2] / determinant];
  return transposed([over(cross(b, c)), over(cross(c, a)), over(cross(a, b))]);
}

function xyzTag(values: Row): Buffer {
  const tag = Buffer.alloc(20);
  tag.write('XYZ ', 'latin1');
  for (const [index, value] of values.entries()) tag.writeInt32BE(Math.round(value * 65_536), 8 + 4 * index);
  return tag;
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

function descriptionTag(text: string): Buffer {
  const tag = Buffer.alloc(90 + text.length + 1);
  tag.write('desc', 'latin1');
  tag.writeUInt32BE(text.length + 1, 8);
  tag.write(text, 12, 'latin1');
  return tag;
}

/** Header, table of tags, tags (ICC.1:2001-04, section 6). */
function profileOf(tags: [name: string, content: Buffer][]): Buffer {
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length, 0);
  const contents: Buffer[] = [];
  let offset = 128 + table.length;
  for (const [index, [name, content]] of tags.entries()) {
    table.write(name, 4 + 12 * index, 'latin1');
    table.writeUInt32BE(offset, 8 + 12 * index);
    table.writeUInt32BE(content.length, 12 + 12 * index);
    const padded = Buffer.concat([content, Buffer.alloc(-content.length & 3)]);
    contents.push(padded);
    offset += padded.length;
  }
  const header = Buffer.alloc(128);
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x02400000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  header.writeInt32BE(Math.round(0.9642 * 65_536), 68);
  header.writeInt32BE(65_536, 72);
  header.writeInt32BE(Math.round(0.8249 * 65_536), 76);
  return Buffer.concat([header, table, ...contents]);
}
