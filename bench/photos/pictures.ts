import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { projectFolder } from '../../server/core/project-folder.ts';
import { irot } from '../../test/photos/heif-file.ts';
import { GRID_COLUMNS, GRID_ROWS, gridFile, heicGrid, TILE } from '../../test/photos/heif-grid.ts';
import { samplePhoto } from '../../test/photos/sample-photos.ts';

export interface Picture {
  name: string;
  file: string;
  kind: 'jpeg' | 'heic';
}

/** Photos of a handwritten page as phones make them; as HEIC only where `heif-enc` is installed. */
export async function makePictures(folder: string): Promise<Picture[]> {
  const page = path.join(projectFolder, 'test/photos/files/plum-page-1-full.jpg');
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
  return [
    ...pictures,
    ...(await flatHeics(folder)),
    ...(await makeHeics(folder, await sharp(upright).rotate(270).png().toBuffer())),
  ];
}

/** HEIC with few details, from the files of the tests: their memory and conversion cost what any photo's do. */
async function flatHeics(folder: string): Promise<Picture[]> {
  const files = {
    '12 MP HEIC, 48 tiles, flat': await heicGrid(),
    '67 MP HEIC, flat': await samplePhoto('flat-67-megapixels.heic'),
  };
  const pictures: Picture[] = [];
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, `${name.replaceAll(/\W+/g, '-')}.heic`);
    await writeFile(file, content);
    pictures.push({ name, file, kind: 'heic' });
  }
  return pictures;
}

async function makeHeics(folder: string, lying: Buffer): Promise<Picture[]> {
  try {
    execFileSync('heif-enc', ['--help'], { stdio: 'ignore' });
  } catch {
    console.log(
      'heif-enc is not installed, so no HEIC of a handwritten page is measured (Debian: libheif-examples)',
    );
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
  const edged = await sharp(lying)
    .extend({ right: GRID_COLUMNS * TILE - 4032, bottom: GRID_ROWS * TILE - 3024, extendWith: 'copy' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const tileAt = async (row: number, column: number) => {
    const area = { left: column * TILE, top: row * TILE, width: TILE, height: TILE };
    return readFile(await encode(sharp(edged).extract(area), 'tile'));
  };
  const file = path.join(folder, 'grid.heic');
  await writeFile(file, await gridFile(tileAt, { properties: [irot(3)] }));
  return [
    { name: '12 MP HEIC in one', file: whole, kind: 'heic' },
    { name: '12 MP HEIC, 48 tiles, turned', file, kind: 'heic' },
  ];
}
