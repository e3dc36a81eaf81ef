import {
  GlobalWorkerOptions,
  getDocument,
  PasswordException,
  type PDFPageProxy,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import rendererWorker from 'pdfjs-dist/legacy/build/pdf.renderer.mjs?worker&url';
import coreWorker from 'pdfjs-dist/legacy/build/pdf.worker.mjs?worker&url';
import { isCanvasAltered } from '../../lib/altered-canvas.ts';
import { workerUrl } from '../../lib/trusted-types.ts';
import { untilAborted } from '../../lib/until-aborted.ts';
import { t } from '../../lib/words.tsx';
import { UploadFailure } from './send-file.ts';
import type { PdfPage } from './upload-store.ts';

/** Pixels of a page at most; of its longer edge, or of the shorter one of a strip, as the server keeps them. */
const MOST_PIXELS = 12_000_000;
const LONGER_EDGE = 2_400;
const SHORTER_EDGE = 1_000;
const PICTURE_MOST_PIXELS = 50_000_000;
/** Milliseconds for opening it, and for each page. */
const DEADLINE = 30_000;
const JPEG_QUALITY = 0.9;

/** One after the other, by two workers that end with it. @throws {UploadFailure} when locked or damaged, AbortError */
export async function* pagesOf(pdf: File, signal: AbortSignal): AsyncGenerator<PdfPage> {
  const workers = [coreWorker, rendererWorker].map((url) => new Worker(workerUrl(url), { type: 'module' }));
  try {
    const data = new Uint8Array(await pdf.arrayBuffer());
    const [core, renderer] = workers;
    GlobalWorkerOptions.workerPort = core ?? null;
    GlobalWorkerOptions.rendererPorts = renderer ? [renderer] : [];
    const { promise } = getDocument({
      data,
      maxImageSize: PICTURE_MOST_PIXELS,
      // A page of which a part is missing is not sent.
      stopAtErrors: true,
      // The policy of the page allows no WebAssembly: the same decoders as JavaScript (vite.config.ts).
      useWasm: false,
      wasmUrl: `/assets/pdf-${version}/`,
    });
    const opened = await within(promise, signal);
    if (opened.numPages === 0) throw new Error('It has no pages');
    const name = pdf.name.replace(/\.pdf$/i, '');
    for (let number = 1; number <= opened.numPages; number += 1) {
      const jpeg = await within(opened.getPage(number).then(draw), signal);
      const file = new File([jpeg], `${name} ${number}.jpg`, { type: jpeg.type });
      yield { file, number, count: opened.numPages };
    }
  } catch (cause) {
    if (signal.aborted) throw cause;
    console.info('A PDF could not be read', cause);
    const reason =
      cause instanceof PasswordException
        ? t('This PDF is locked with a password. Please save it without one.')
        : t('This PDF cannot be read here. Please photograph its pages, or save them as JPEG.');
    throw new UploadFailure('refused', reason);
  } finally {
    for (const worker of workers) worker.terminate();
  }
}

const within = <Result>(work: Promise<Result>, signal: AbortSignal) =>
  untilAborted(work, AbortSignal.any([signal, AbortSignal.timeout(DEADLINE)]));

async function draw(page: PDFPageProxy): Promise<Blob> {
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(
    Math.max(LONGER_EDGE / Math.max(width, height), SHORTER_EDGE / Math.min(width, height)),
    Math.sqrt(MOST_PIXELS / (width * height)),
  );
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(width * scale));
  canvas.height = Math.max(1, Math.floor(height * scale));
  const context = canvas.getContext('2d', { alpha: false });
  if (!context || isCanvasAltered(context)) throw new Error('This browser alters what is read from a canvas');
  await page.render({ canvas, viewport: page.getViewport({ scale }) }).promise;
  const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', JPEG_QUALITY));
  if (jpeg?.type !== 'image/jpeg') throw new Error('This browser writes no JPEG');
  // Some browsers keep its memory until it is empty.
  canvas.width = 0;
  return jpeg;
}
