/**
 * CPU of the photo pipeline against the image library used plainly, a decode for each of the same three sizes.
 * `node bench/photos.ts [files…]`; without files it makes 12-megapixel photos like a phone's.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { createPhotoConverter } from '../server/photos/converter.ts';
import { projectFolder } from '../server/project-folder.ts';
import { PHOTO_WIDTHS } from '../shared/photos.ts';

const ROUNDS = 5;
const converter = createPhotoConverter();

async function plainly(file: string): Promise<void> {
  const { display, mail, thumbnail } = PHOTO_WIDTHS;
  const boxes = [
    { width: display, height: display },
    { width: mail, height: display },
    { width: thumbnail, height: 2 * thumbnail },
  ];
  for (const box of boxes) {
    await sharp(file, { failOn: 'error' })
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 80 })
      .toBuffer();
  }
}

/** @returns milliseconds of CPU for one run, the least of the rounds: what others do on the machine only adds */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

async function phonePhotos(folder: string): Promise<string[]> {
  const page = path.join(projectFolder, 'e2e', 'photos', 'plum-page-1-full.jpg');
  const large = await sharp(page)
    .resize(3024, 4032, { fit: 'fill' })
    .sharpen()
    .png({ compressionLevel: 1 })
    .toBuffer();
  const kinds = {
    'no-profile': sharp(large),
    'display-p3': sharp(large).withIccProfile('p3'),
    'held-upright': sharp(large).rotate(270).withMetadata({ orientation: 6, icc: 'p3' }),
    progressive: sharp(large),
  };
  const files: string[] = [];
  for (const [name, picture] of Object.entries(kinds)) {
    const file = path.join(folder, `${name}.jpg`);
    await picture.jpeg({ quality: 90, progressive: name === 'progressive' }).toFile(file);
    files.push(file);
  }
  return files;
}

const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-bench-'));
try {
  const files = process.argv.length > 2 ? process.argv.slice(2) : await phonePhotos(folder);
  let sums = { pipeline: 0, plain: 0 };
  for (const file of files) {
    const plain = await cpuOf(() => plainly(file));
    const pipeline = await cpuOf(() => converter.convert(file));
    sums = { pipeline: sums.pipeline + pipeline, plain: sums.plain + plain };
    const photo = await converter.convert(file);
    console.log(
      `${path.basename(file).padEnd(20)} pipeline ${pipeline.toFixed(0)} ms, plain ${plain.toFixed(0)} ms, ratio ${(pipeline / plain).toFixed(2)}` +
        `   ${photo.width}×${photo.height}; ${photo.display.length}, ${photo.mail.length}, ${photo.thumbnail.length} bytes`,
    );
  }
  console.log(`all                  ratio ${(sums.pipeline / sums.plain).toFixed(2)}`);
  console.log(`largest resident set ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
} finally {
  await rm(folder, { recursive: true });
}
