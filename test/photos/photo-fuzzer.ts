import sharp from 'sharp';
import { createPhotoConverter, type PhotoConverter } from '../../server/letters/photos/convert/converter.ts';
import { PhotoRefused } from '../../server/letters/photos/photo-refused.ts';
import { codedPicture, heifSequence } from './heif-file.ts';
import { heicGrid } from './heif-grid.ts';
import { mutated, type Random, randomFrom } from './mutations.ts';
import { quarteredPhoto, samplePhoto, talkativePhoto } from './sample-photos.ts';

export interface FuzzReport {
  files: number;
  photos: number;
  /** refusals by code */
  refused: Record<string, number>;
  /** what was neither a right photo nor a refusal, with the number that makes the file again */
  crashes: string[];
  hangs: string[];
  /** milliseconds of the slowest file */
  slowest: number;
}

/** Milliseconds after which a file counts as a hang: the converter has its own limit well below. */
const HANG = 90_000;
const AT_ONCE = 3;

/**
 * Feeds damaged photos of all kinds to one converter.
 * @param seed the same seed makes the same files
 */
export async function fuzzPhotos(seed: number, files: number): Promise<FuzzReport> {
  const whole = await wholePhotos();
  const converter = createPhotoConverter();
  const report: FuzzReport = { files, photos: 0, refused: {}, crashes: [], hangs: [], slowest: 0 };
  let next = 0;
  const work = async () => {
    for (let number = next++; number < files; number = next++) {
      await feed(converter, fileOf(whole, randomFrom(seed + number)), `${seed + number}`, report);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await converter.close();
  return report;
}

function fileOf(whole: Buffer[], random: Random): Buffer {
  const pick = () => whole[random.below(whole.length)] ?? Buffer.alloc(0);
  return mutated(pick(), pick(), random);
}

async function feed(
  converter: PhotoConverter,
  file: Buffer,
  name: string,
  report: FuzzReport,
): Promise<void> {
  const begun = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<'hang'>((resolve) => {
    timer = setTimeout(resolve, HANG, 'hang' as const);
  });
  try {
    const photo = await Promise.race([converter.convert(file), hang]);
    if (photo === 'hang') report.hangs.push(name);
    else {
      for (const variant of [photo.display, photo.mail, photo.thumbnail]) await assertClean(variant);
      report.photos += 1;
    }
  } catch (error) {
    if (error instanceof PhotoRefused) report.refused[error.code] = (report.refused[error.code] ?? 0) + 1;
    else report.crashes.push(`${name}: ${error}`);
  } finally {
    clearTimeout(timer);
    report.slowest = Math.max(report.slowest, performance.now() - begun);
  }
}

/** A variant is a JPEG that reads to its end and tells nothing. */
async function assertClean(variant: Buffer): Promise<void> {
  if (variant.includes('Secret')) throw new Error('it tells a secret');
  const { exif, xmp, icc, iptc } = await sharp(variant, { failOn: 'warning' }).metadata();
  if (exif || xmp || icc || iptc) throw new Error('it has metadata');
  await sharp(variant, { failOn: 'warning' }).stats();
}

/** Small whole photos of every kind that is taken. */
async function wholePhotos(): Promise<Buffer[]> {
  const page = sharp(await talkativePhoto())
    .keepMetadata()
    .resize(240);
  const clear = sharp(await quarteredPhoto(1)).ensureAlpha(0.5);
  const still = codedPicture(await samplePhoto('quarters.heic'));
  return Promise.all([
    quarteredPhoto(6),
    page.clone().jpeg().toBuffer(),
    page.clone().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    page.clone().toColourspace('cmyk').jpeg().toBuffer(),
    page.clone().png().toBuffer(),
    page.clone().png({ palette: true, progressive: true }).toBuffer(),
    clear.clone().toColourspace('rgb16').png().toBuffer(),
    page.clone().webp().toBuffer(),
    clear.clone().webp({ lossless: true }).toBuffer(),
    samplePhoto('quarters.heic'),
    samplePhoto('quarters-p3.heic'),
    samplePhoto('half-transparent.heic'),
    samplePhoto('deep.heic'),
    samplePhoto('grey.heic'),
    samplePhoto('quarters-p3.avif'),
    heicGrid({ width: 1024, height: 1024 }),
    heifSequence([still, still], 400, 240),
  ]);
}
