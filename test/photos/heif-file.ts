/**
 * Builds HEIF files for tests around coded pictures that a true encoder made (ISO/IEC 23008-12, ISO/IEC 14496-12).
 */

export interface HeifItem {
  id: number;
  type: 'hvc1' | 'av01' | 'grid' | 'iovl' | 'Exif' | 'mime';
  data: Buffer;
  /** whole property boxes, in the order in which they apply */
  properties?: Buffer[];
  hidden?: boolean;
  reference?: { type: 'dimg' | 'cdsc' | 'thmb'; to: number[] };
}

/** A coded picture and what its decoder must be told first. */
export interface CodedPicture {
  data: Buffer;
  /** the hvcC box */
  configuration: Buffer;
}

function box(type: string, ...content: (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

const fullBox = (type: string, version: number, flags: number, ...content: (Buffer | number[])[]) =>
  box(type, [version, 0, flags >> 8, flags & 255], ...content);

export const ispe = (width: number, height: number) => fullBox('ispe', 0, 0, u32(width), u32(height));
/** @param quarters turns to the left */
export const irot = (quarters: number) => box('irot', [quarters]);
/** @param axis 0 exchanges top and bottom, 1 left and right */
export const imir = (axis: number) => box('imir', [axis]);
/** @param aperture pixels that are kept; offsets of its centre from that of the picture, as fractions of a denominator */
export const clap = (width: number, height: number, x = 0, y = 0, denominator = 1) =>
  box(
    'clap',
    ...[width, height, x, y].flatMap((value) => [u32((value * denominator) >>> 0), u32(denominator)]),
  );
export const nclx = (primaries: number, transfer: number, matrix = 6) =>
  box('colr', Buffer.from('nclx'), u16(primaries), u16(transfer), u16(matrix), [0x80]);

/** The payload of a grid item: tiles in rows, cut to a size. */
export const gridOf = (rows: number, columns: number, width: number, height: number) =>
  Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), u32(width), u32(height)]);

/** The payload of an overlay item: pictures laid on white, from the top left corner of a canvas of this size. */
export const overlayOf = (width: number, height: number, places: [x: number, y: number][]) =>
  Buffer.concat([
    Buffer.alloc(2),
    ...[65_535, 65_535, 65_535, 65_535, width, height, ...places.flat()].map(u16),
  ]);

/** The first coded picture of a file by `heif-enc`, which writes offsets of four bytes, the picture first. */
export function codedPicture(file: Buffer): CodedPicture {
  const extent = file.indexOf('iloc') + 4 + 4 + 2 + 2 + 2 + 2;
  const offset = file.readUInt32BE(extent) + file.readUInt32BE(extent + 6);
  const length = file.readUInt32BE(extent + 10);
  const at = file.indexOf('hvcC') - 4;
  return {
    data: file.subarray(offset, offset + length),
    configuration: file.subarray(at, at + file.readUInt32BE(at)),
  };
}

/** A file of these items; ids from 1. */
export function heifFile(primary: number, items: HeifItem[], brands = ['heic', 'mif1']): Buffer {
  const [major = 'heic', ...others] = brands;
  const ftyp = box('ftyp', Buffer.from(`${major}\0\0\0\0${[major, ...others].join('')}`, 'latin1'));
  const metaOf = (start: number) =>
    fullBox(
      'meta',
      0,
      0,
      handler(),
      fullBox('pitm', 0, 0, u16(primary)),
      locations(items, start),
      ...tables(items),
    );
  const start = ftyp.length + metaOf(0).length + 8;
  return Buffer.concat([ftyp, metaOf(start), box('mdat', ...items.map(({ data }) => data))]);
}

const handler = () => fullBox('hdlr', 0, 0, u32(0), Buffer.from('pict'), Buffer.alloc(13));

function locations(items: HeifItem[], start: number): Buffer {
  let offset = start;
  const rows = items.map(({ id, data }) => {
    const row = Buffer.concat([u16(id), u16(0), u16(1), u32(offset), u32(data.length)]);
    offset += data.length;
    return row;
  });
  return fullBox('iloc', 0, 0, [0x44, 0], u16(items.length), ...rows);
}

function tables(items: HeifItem[]): Buffer[] {
  const entries = items.map(({ id, type, hidden }) => {
    const more = type === 'mime' ? Buffer.from('application/rdf+xml\0') : Buffer.alloc(0);
    return fullBox('infe', 2, hidden ? 1 : 0, u16(id), u16(0), Buffer.from(`${type}\0`), more);
  });
  const all = items.flatMap(({ properties = [] }) => properties);
  let used = 0;
  const uses = items.map(({ id, properties = [] }) => {
    const essential = properties.map((_, index) => 0x80 | (used + index + 1));
    used += properties.length;
    return Buffer.concat([u16(id), Buffer.from([properties.length, ...essential])]);
  });
  const references = items.flatMap(({ id, reference }) =>
    reference ? [box(reference.type, u16(id), u16(reference.to.length), ...reference.to.map(u16))] : [],
  );
  return [
    fullBox('iinf', 0, 0, u16(items.length), ...entries),
    box('iprp', box('ipco', ...all), fullBox('ipma', 0, 0, u32(items.length), ...uses)),
    fullBox('iref', 0, 0, ...references),
  ];
}

/** An image sequence of one track (ISO/IEC 23008-12, section 7) without any still picture. */
export function heifSequence(pictures: CodedPicture[], width: number, height: number): Buffer {
  const [first] = pictures;
  if (!first) throw new Error('A sequence has pictures.');
  const ftyp = box('ftyp', Buffer.from('msf1\0\0\0\0msf1hevcmif1', 'latin1'));
  const matrix = Buffer.concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32));
  const sample = box(
    'hvc1',
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(16),
    u16(width),
    u16(height),
    u32(0x480000),
    u32(0x480000),
    u32(0),
    u16(1),
    Buffer.alloc(32),
    u16(24),
    u16(0xffff),
    first.configuration,
    fullBox('ccst', 0, 0, [0x7c, 0, 0, 0]),
  );
  const moovOf = (start: number) => {
    const offsets = pictures.map((_, index) =>
      u32(start + pictures.slice(0, index).reduce((sum, { data }) => sum + data.length, 0)),
    );
    const table = box(
      'stbl',
      fullBox('stsd', 0, 0, u32(1), sample),
      fullBox('stts', 0, 0, u32(1), u32(pictures.length), u32(1)),
      fullBox('stsc', 0, 0, u32(1), u32(1), u32(1), u32(1)),
      fullBox('stsz', 0, 0, u32(0), u32(pictures.length), ...pictures.map(({ data }) => u32(data.length))),
      fullBox('stco', 0, 0, u32(pictures.length), ...offsets),
    );
    const information = box(
      'minf',
      fullBox('vmhd', 0, 1, Buffer.alloc(8)),
      box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
      table,
    );
    const duration = u32(pictures.length);
    return box(
      'moov',
      fullBox(
        'mvhd',
        0,
        0,
        u32(0),
        u32(0),
        u32(1),
        duration,
        u32(0x10000),
        u16(0x100),
        Buffer.alloc(10),
        matrix,
        Buffer.alloc(24),
        u32(2),
      ),
      box(
        'trak',
        fullBox(
          'tkhd',
          0,
          3,
          u32(0),
          u32(0),
          u32(1),
          u32(0),
          duration,
          Buffer.alloc(16),
          matrix,
          u32(width << 16),
          u32(height << 16),
        ),
        box(
          'mdia',
          fullBox('mdhd', 0, 0, u32(0), u32(0), u32(1), duration, u16(0x55c4), u16(0)),
          handler(),
          information,
        ),
      ),
    );
  };
  const start = ftyp.length + moovOf(0).length + 8;
  return Buffer.concat([ftyp, moovOf(start), box('mdat', ...pictures.map(({ data }) => data))]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
