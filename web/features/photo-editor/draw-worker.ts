import { drawingOf, type PhotoEdit } from './photo-edit.ts';

/** Quality of the edited JPEG (spec section 9). */
const JPEG_QUALITY = 0.9;
/** By how much a channel read back may differ from what was drawn, 0 to 255: some browsers add a little noise. */
const NOISE = 8;

/** What the thread is asked for, and what it answers. */
export interface DrawRequest {
  /** of the display variant, which no photo of a phone makes larger than some megapixels */
  src: string;
  edit: PhotoEdit;
}
export type DrawAnswer = { jpeg: Blob } | { failure: string };

addEventListener('message', async ({ data }: MessageEvent<DrawRequest>) => {
  const answer: DrawAnswer = await draw(data).then(
    (jpeg) => ({ jpeg }),
    (cause: unknown) => ({ failure: String(cause) }),
  );
  postMessage(answer);
});

async function draw({ src, edit }: DrawRequest): Promise<Blob> {
  const response = await fetch(src);
  if (!response.ok) throw new Error(`The photo could not be fetched: ${response.status}`);
  const photo = await createImageBitmap(await response.blob());
  const { width, height, transform } = drawingOf(photo, edit);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('This browser gives no canvas');
  if (isScrambled(context)) throw new Error('This browser hides what a page draws');
  context.imageSmoothingEnabled = false;
  context.setTransform(...transform);
  context.drawImage(photo, 0, 0);
  photo.close();
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
  if (jpeg.type !== 'image/jpeg') throw new Error('This browser writes no JPEG');
  return jpeg;
}

/** Against fingerprinting some browsers answer with noise or a blank: better no edit than a letter of noise. */
function isScrambled(context: OffscreenCanvasRenderingContext2D): boolean {
  const drawn = [37, 57, 155];
  context.fillStyle = `rgb(${drawn.join()})`;
  context.fillRect(0, 0, 1, 1);
  const { data } = context.getImageData(0, 0, 1, 1);
  return drawn.some((value, channel) => Math.abs(value - (data[channel] ?? 0)) > NOISE);
}
