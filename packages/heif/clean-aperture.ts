import { allocate, fourLetters, type HeifFunctions, wordAt } from './heif-library.ts';

/*
 * The crop of a coded picture (clap, ISO/IEC 14496-12, CleanApertureBox). The library bounds what it decodes by the
 * cropped size, so it refuses the pictures of which much is cut off: docs/decisions/0007-heic-in-threads.md.
 * Here such a file is told to the library as uncropped, and the pixels are cropped afterwards.
 */

export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Cut {
  /** in the upright picture */
  area: Area;
  /** pixels of the picture where its properties are applied up to the crop */
  from: { width: number; height: number };
}

const CODED = fourLetters('hvc1');
const CROP = fourLetters('clap');
const TURN = fourLetters('irot');
const MIRROR = fourLetters('imir');
const MAX_PROPERTIES = 16;

/**
 * The crop of a coded picture, moved along with the turns and mirrors that follow it.
 * @returns null without one, and for those that are left to the library: of grids, more than one, and outside the picture
 */
export function readCut(
  heif: HeifFunctions,
  picture: { context: number; item: number; handle: number },
): Cut | null {
  const { context, item, handle } = picture;
  if (heif._heif_item_get_item_type(context, item) !== CODED) return null;
  let width = heif._heif_image_handle_get_ispe_width(handle);
  let height = heif._heif_image_handle_get_ispe_height(handle);
  let cut: Cut | null = null;
  for (const property of transformations(heif, context, item)) {
    switch (heif._heif_item_get_property_type(context, item, property) >>> 0) {
      case CROP: {
        const area: Area | null = cut ? null : readArea(heif, { context, item, property, width, height });
        if (!area) return null;
        cut = { area, from: { width, height } };
        break;
      }
      case TURN: {
        const quarters = heif._heif_item_get_property_transform_rotation_ccw(context, item, property) / 90;
        for (let turn = 0; turn < quarters; turn += 1) {
          if (cut) cut.area = turnedLeft(cut.area, width);
          [width, height] = [height, width];
        }
        break;
      }
      case MIRROR: {
        const isTopAndBottom = heif._heif_item_get_property_transform_mirror(context, item, property) === 0;
        if (cut) cut.area = mirrored(cut.area, isTopAndBottom, { width, height });
        break;
      }
      default:
        return null;
    }
  }
  return cut;
}

function transformations(heif: HeifFunctions, context: number, item: number): number[] {
  const list = allocate(heif, 4 * MAX_PROPERTIES);
  try {
    const count = heif._heif_item_get_transformation_properties(context, item, list, MAX_PROPERTIES);
    return Array.from({ length: count }, (_, index) => wordAt(heif, list + 4 * index));
  } finally {
    heif._free(list);
  }
}

/** @returns null for a crop that is not within the picture */
function readArea(
  heif: HeifFunctions,
  crop: { context: number; item: number; property: number; width: number; height: number },
): Area | null {
  const { context, item, property, width, height } = crop;
  const at = allocate(heif, 16);
  try {
    heif._heif_item_get_property_transform_crop_borders(
      context,
      item,
      property,
      width,
      height,
      at,
      at + 4,
      at + 8,
      at + 12,
    );
    const borders = [0, 4, 8, 12].map((offset) => wordAt(heif, at + offset) | 0);
    const [left = 0, top = 0, right = 0, bottom = 0] = borders;
    const area = { left, top, width: width - left - right, height: height - top - bottom };
    const isWithin = borders.every((border) => border >= 0) && area.width > 0 && area.height > 0;
    return isWithin ? area : null;
  } finally {
    heif._free(at);
  }
}

/** @param width of the picture before it is turned */
const turnedLeft = (area: Area, width: number): Area => ({
  left: area.top,
  top: width - area.left - area.width,
  width: area.height,
  height: area.width,
});

function mirrored(area: Area, isTopAndBottom: boolean, size: { width: number; height: number }): Area {
  return isTopAndBottom
    ? { ...area, top: size.height - area.top - area.height }
    : { ...area, left: size.width - area.left - area.width };
}

/** Boxes that lead to the properties of pictures, and the bytes of each before its first box. */
const PATH: [type: string, headBytes: number][] = [
  ['meta', 12],
  ['iprp', 8],
  ['ipco', 8],
];
/** Width, height, and place, each as a fraction of two words. */
const APERTURE_BYTES = 32;

export function aperturesIn(file: Uint8Array): number[] {
  const view = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let place = { start: 0, end: view.length };
  for (const [type, headBytes] of PATH) {
    const found = boxesIn(view, place).find((box) => box.type === type);
    if (!found) return [];
    place = { start: found.start + headBytes, end: found.end };
  }
  return boxesIn(view, place)
    .filter(({ type, start, end }) => type === 'clap' && end - start === 8 + APERTURE_BYTES)
    .map(({ start }) => start + 8);
}

interface Box {
  type: string;
  start: number;
  end: number;
}

/** Boxes in one box or file are looked at up to this number; a file of a phone has under a thousand. */
const MAX_BOXES = 10_000;
/** Sizes that say otherwise: to the end of the file, and in eight bytes more. */
const SIZE_TO_END = 0;
const SIZE_IN_64_BITS = 1;

/** The boxes of a place up to the first that is not whole. A box with a size of 64 bits holds pictures, never properties. */
function boxesIn(file: Buffer, { start, end }: { start: number; end: number }): Box[] {
  const boxes: Box[] = [];
  let at = start;
  while (at + 8 <= end && boxes.length < MAX_BOXES) {
    const length = boxLength(file, at, end);
    if (length < 8 || at + length > end) break;
    boxes.push({ type: file.toString('latin1', at + 4, at + 8), start: at, end: at + length });
    at += length;
  }
  return boxes;
}

function boxLength(file: Buffer, at: number, end: number): number {
  const length = file.readUInt32BE(at);
  if (length === SIZE_TO_END) return end - at;
  if (length === SIZE_IN_64_BITS && at + 16 <= end) return Number(file.readBigUInt64BE(at + 8));
  return length;
}

/** Makes every clap box keep all of a picture of this size. Those beside the primary picture's are of its mask or thumbnails. */
export function widenApertures(
  file: Uint8Array,
  apertures: number[],
  { width, height }: { width: number; height: number },
): void {
  const view = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  for (const at of apertures) {
    for (const [index, word] of [width, 1, height, 1, 0, 1, 0, 1].entries())
      view.writeUInt32BE(word, at + 4 * index);
  }
}
