import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { projectFolder } from '../../server/platform/project-folder.ts';
import { codedPicture, gridOf, type HeifItem, heifFile, irot, ispe } from '../../test/photos/heif-file.ts';

export interface Picture {
  name: string;
  file: string;
  kind: 'jpeg' | 'heic';
}

const TILE = 512;
const COLUMNS = 8;
const ROWS = 6;

/** Photos of a handwritten page as phones make them; HEIC only where `heif-enc` is installed. */
export async function makePictures(folder: string): Promise<Picture[]> {
  const page = path.join(projectFolder, 'e2e', 'photos', 'plum-page-1-full.jpg');
  const enlarged = (width: number, height: number) =>
    sharp(page).resize(width, height, { fit: 'fill' }).sharpen().png({ compressionLevel: 1 }).toBuffer();
  const upright = await enlarged(3024, 4032);
  const kinds: Record<string, Sharp> = {
    '12 MP JPEG': sharp(upright),
    '12 MP JPEG, Display P3': sharp(upright).withIccProfile('p3'),
    '12 MP JPEG, P3, turned': sharp(upright).rotate(270).withMetadata({ orientation: 6, icc: 'p3' }),
    '12 MP JPEG, progressive': sharp(upright),
    '48 MP JPEG': sharp(await enlarged(6048, 8064)),
  };
  const pictures: Picture[] = [];
  for (const [name, picture] of Object.entries(kinds)) {
    const file = path.join(folder, `${name.replaceAll(/\W+/g, '-')}.jpg`);
    await picture.jpeg({ quality: 90, progressive: name.includes('progressive') }).toFile(file);
    pictures.push({ name, file, kind: 'jpeg' });
  }
  return [...pictures, ...(await makeHeics(folder, await sharp(upright).rotate(270).png().toBuffer()))];
}

async function makeHeics(folder: string, lying: Buffer): Promise<Picture[]> {
  try {
    execFileSync('heif-enc', ['--help'], { stdio: 'ignore' });
  } catch {
    console.log('heif-enc is not installed, so HEIC is not measured (Debian: libheif-examples)');
    return [];
  }
  const encode = async (picture: Sharp, name: string): Promise<string> => {
    const png = path.join(folder, `${name}.png`);
    const heic = path.join(folder, `${name}.heic`);
    await picture.png({ compressionLevel: 1 }).toFile(png);
    execFileSync('heif-enc', ['-q', '60', '-o', heic, png], { stdio: 'ignore' });
    return heic;
  };
  const whole = await encode(sharp(lying), 'whole');
  const tiles: HeifItem[] = [];
  const edged = await sharp(lying)
    .extend({ right: COLUMNS * TILE - 4032, bottom: ROWS * TILE - 3024, extendWith: 'copy' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  for (let number = 0; number < COLUMNS * ROWS; number += 1) {
    const left = (number % COLUMNS) * TILE;
    const top = Math.floor(number / COLUMNS) * TILE;
    const file = await encode(sharp(edged).extract({ left, top, width: TILE, height: TILE }), 'tile');
    const { configuration, data } = codedPicture(await readFile(file));
    const properties = [configuration, ispe(TILE, TILE)];
    tiles.push({ id: number + 2, type: 'hvc1', data, hidden: true, properties });
  }
  const grid: HeifItem = {
    id: 1,
    type: 'grid',
    data: gridOf(ROWS, COLUMNS, 4032, 3024),
    properties: [ispe(4032, 3024), irot(3)],
    reference: { type: 'dimg', to: tiles.map(({ id }) => id) },
  };
  const file = path.join(folder, 'grid.heic');
  await writeFile(file, heifFile(1, [grid, ...tiles]));
  return [
    { name: '12 MP HEIC in one', file: whole, kind: 'heic' },
    { name: '12 MP HEIC, 48 tiles, turned', file, kind: 'heic' },
  ];
}
