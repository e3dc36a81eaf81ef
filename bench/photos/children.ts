import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { evenLight, LIGHT } from '../../packages/page-finder/even-light.ts';
import type { Quad } from '../../packages/page-finder/geometry.ts';
import { paperLight } from '../../packages/page-finder/paper-light.ts';
import { renderPage } from '../../packages/page-finder/render-page.ts';
import { createPhotoConverter } from '../../server/letters/photos/convert/converter.ts';
import type { PageEdit } from '../../shared/page-edit.ts';
import { PHOTO_WIDTHS } from '../../shared/photos.ts';
import { costOf } from './cost.ts';

/** Each runs in a process of its own, because the peak resident set is that of a process's whole life. */
export const children: Record<string, (argument: string) => Promise<unknown>> = {
  pipeline: async (file) => {
    const converter = createPhotoConverter();
    const cost = await costOf(() => converter.convert(file));
    await converter.close();
    return cost;
  },
  plain: async (file) => {
    sharp.concurrency(1);
    sharp.cache(false);
    return costOf(() => convertPlainly(file));
  },
  edit: async (file) => {
    const converter = createPhotoConverter();
    const { display } = await converter.convert(file);
    // What is rendered has three variants, too: they are no part of straightening.
    const variants = await costOf(() => converter.convert(display));
    const before = process.cpuUsage();
    await converter.convert(display, { edit: EDIT });
    const { user, system } = process.cpuUsage(before);
    const edited = await costOf(() => converter.convert(display, { edit: EDIT }));
    await converter.close();
    return { first: (user + system) / 1000, edited, variants };
  },
  preview: previewTimes,
  loop: loopDelay,
  upload: uploadServer,
};

const EDIT: PageEdit = {
  corners: [
    { x: 0.06, y: 0.08 },
    { x: 0.91, y: 0.05 },
    { x: 0.95, y: 0.92 },
    { x: 0.09, y: 0.95 },
  ],
  light: 1,
  turn: 0,
  crop: null,
};

/** @returns milliseconds of CPU of one frame of the editor's preview: of a drag of the light, and of a corner */
async function previewTimes(file: string): Promise<unknown> {
  const { data, info } = await sharp(file)
    .resize(1200, 1200, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const photo = { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
  const paper = paperLight(photo);
  const shares: Quad | null = EDIT.corners;
  const small = ({ width, height }: { width: number; height: number }) => {
    const scale = Math.min(1, 480 / Math.max(width, height));
    return { width: Math.round(width * scale), height: Math.round(height * scale) };
  };
  const light = await costOf(async () => {
    evenLight({ ...photo, data: photo.data.slice() }, paper, LIGHT.even);
  });
  const corner = await costOf(async () => {
    renderPage(photo, { corners: shares, light: LIGHT.even, sizeOf: small });
  });
  return { light: light.cpu, corner: corner.cpu };
}

/** The image library used convertPlainly: a decode for each of the three sizes. */
async function convertPlainly(file: string): Promise<void> {
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

/** @returns by how many milliseconds timers were late, 99th percentile and most, while four such files were converted */
async function loopDelay(file: string): Promise<unknown> {
  const converter = createPhotoConverter();
  await converter.convert(file);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await Promise.all([1, 2, 3, 4].map(() => converter.convert(file)));
  delay.disable();
  await converter.close();
  return { p99: delay.percentile(99) / 1e6, most: delay.max / 1e6 };
}

/** @returns the resident set when idle, and by how much it rose, megabytes */
async function uploadServer(): Promise<unknown> {
  // Imported here alone: the other measures are of the pipeline, and their memory must not include the product.
  const { openOwnProduct } = await import('../../test/support/own-product.ts');
  const product = await openOwnProduct();
  const address = await product.app.listen({ port: 0, host: '127.0.0.1' });
  const { headers } = await product.signIn({ email: 'bench@example.org', verified: true });
  await pause(1000);
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 10);
  process.stdout.write(`${JSON.stringify({ address, headers })}\n`);
  for await (const _ of process.stdin);
  clearInterval(sampling);
  await product.close();
  return { idle: idle / 1024 / 1024, rise: (peak - idle) / 1024 / 1024 };
}
