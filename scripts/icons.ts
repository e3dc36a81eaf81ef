import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

// Draws the icons of an installed app from the favicon's snail, into web/public/icons/. Run once after the drawing
// changes: `node scripts/icons.ts`; the results are committed.
const web = path.resolve(import.meta.dirname, '..', 'web', 'public');
const favicon = await readFile(path.join(web, 'favicon.svg'), 'utf8');
const lines = favicon.match(/<path[^>]*>/g);
if (!lines) throw new Error('The favicon has no lines to draw.');

const INK = '#25399b';
const PAPER = '#fcfdfe';
/** The drawing's own size. */
const SNAIL = { width: 64, height: 40 };

/** @param share how much of the icon's width the snail takes; a mask may cut off all outside a circle of 0.8 */
async function draw(name: string, size: number, share: number): Promise<void> {
  const scale = (size * share) / SNAIL.width;
  const x = (size - SNAIL.width * scale) / 2;
  const y = (size - SNAIL.height * scale) / 2;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" fill="${INK}"/>
<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${PAPER}" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round">${lines?.join('')}</g></svg>`;
  await sharp(Buffer.from(svg))
    .png({ palette: true, effort: 10 })
    .toFile(path.join(web, 'icons', name));
}

await draw('icon-192.png', 192, 0.7);
await draw('icon-512.png', 512, 0.7);
await draw('icon-maskable-512.png', 512, 0.54);
await draw('apple-touch-icon.png', 180, 0.66);

// What is shown beside a link to the product (Open Graph): a letter, without the product's name, which can be changed.
await sharp(path.join(web, '..', 'images', 'airmail-1600.webp'))
  .resize(1200, 630, { position: 'top' })
  .jpeg({ quality: 80, mozjpeg: true })
  .toFile(path.join(web, 'icons', 'social.jpg'));
