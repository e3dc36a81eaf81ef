import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import subsetFont from 'subset-font';

// Makes what the first screens show, small, in `web/styles/first-fonts/` and `web/images/`. Run after a face, a
// picture or the set of characters changes: `node scripts/first-sight.ts <folder of the original photographs>`; the
// results are committed.
const [, , originals] = process.argv;
if (!originals) throw new Error('Give the folder with plum-page-1.jpg and airmail.jpg.');
const root = path.resolve(import.meta.dirname, '..');
const images = path.join(root, 'web', 'images');
const fonts = path.join(root, 'web', 'styles', 'first-fonts');

const between = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
/** Printable ASCII, and what our own sentences have besides, in the languages of western Europe: the `unicode-range` in fonts.css. */
const CHARACTERS = `${between(0x20, 0x7e)}${between(0xdf, 0xfc)}\u00a0\u202f¡«·»¿ÀÁÄÈÉÍÖ×Ü–—‘’“”„•…`;
/** The weights that the styles use. */
const WEIGHTS = { wght: { min: 400, max: 700, default: 400 } };

async function subset(face: string): Promise<void> {
  const file = `${face}-latin-wght-normal.woff2`;
  const whole = await readFile(path.join(root, 'node_modules', '@fontsource-variable', face, 'files', file));
  const part = await subsetFont(whole, CHARACTERS, { targetFormat: 'woff2', variationAxes: WEIGHTS });
  await writeFile(path.join(fonts, `${face}-first-wght-normal.woff2`), part);
}

/** Part of the sheet that a phone shows of it, in pixels of a picture 1500 wide (see sign-in-screen.module.css). */
const PHONE_PART = { left: 60, top: 270, width: 1040, height: 900 };
const AVIF = { quality: 50, effort: 9 };

async function pictures(folder: string): Promise<void> {
  const plum = await sharp(path.join(folder, 'plum-page-1.jpg')).resize(1500).toBuffer();
  const phone = await sharp(plum).extract(PHONE_PART).png().toBuffer();
  const all: [name: string, source: Buffer | string, widths: number[]][] = [
    ['plum-page-1', plum, [900, 1200, 1500]],
    ['plum-page-1-phone', phone, [624, 832, 1040]],
    ['airmail', path.join(folder, 'airmail.jpg'), [640, 728, 900, 1600]],
    ['torn-note', path.join(folder, 'torn-note.jpg'), [640]],
  ];
  for (const [name, source, widths] of all)
    for (const width of widths)
      await sharp(source)
        .resize(width)
        .avif(AVIF)
        .toFile(path.join(images, `${name}-${width}.avif`));
}

await mkdir(fonts, { recursive: true });
await subset('brygada-1918');
await subset('atkinson-hyperlegible-next');
await pictures(originals);
