import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { createPhotoConverter } from '../../server/photos/convert/converter.ts';
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
  loop: loopDelay,
  upload: uploadServer,
};

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

/** @returns milliseconds by which timers were late, 99th percentile and most, while four such files were converted */
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

/** The product on a port until its input ends. @returns its resident set when idle, and by how much it rose, megabytes */
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
