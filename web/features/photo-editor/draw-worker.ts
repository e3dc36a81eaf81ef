import { isCanvasAltered } from '../../lib/altered-canvas.ts';
import { drawingOf, type PhotoEdit } from './photo-edit.ts';

/** Quality of the edited JPEG (spec section 9). */
const JPEG_QUALITY = 0.9;

export interface DrawRequest {
  /** address of the display variant, which has a few megapixels at most */
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
  if (!context) throw new Error('This browser has no canvas context');
  if (isCanvasAltered(context)) throw new Error('This browser alters what is read from a canvas');
  context.imageSmoothingEnabled = false;
  context.setTransform(...transform);
  context.drawImage(photo, 0, 0);
  photo.close();
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
  if (jpeg.type !== 'image/jpeg') throw new Error('This browser writes no JPEG');
  return jpeg;
}
