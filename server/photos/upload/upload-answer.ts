import { type RefusedPhoto, UPLOADS_PREFIX, type UploadAnswer } from '../../../shared/photos.ts';
import { ProductError } from '../../errors.ts';
import type { PhotoOutcome } from './add-photos.ts';
import type { Received } from './receive-uploads.ts';
import { PhotoRefused } from './refusals.ts';

/** @throws the refusals as one error when no photo is left */
export function uploadAnswerOf(received: Received[], outcomes: PhotoOutcome[]): UploadAnswer {
  const files: UploadAnswer['files'] = [];
  const refused: RefusedPhoto[] = [];
  let first: PhotoRefused | null = null;
  const rest = outcomes.values();
  for (const file of received) {
    const outcome = 'refused' in file ? file.refused : rest.next().value;
    if (!outcome) throw new Error('A received file has no outcome.');
    if (outcome instanceof PhotoRefused) {
      first ??= outcome;
      refused.push(outcome.of(file.originalName));
    } else {
      const filename = `${outcome.id}.jpg`;
      const { originalName, width, height } = outcome;
      files.push({ filename, originalName, url: `${UPLOADS_PREFIX}${filename}`, width, height });
    }
  }
  if (files.length === 0 && first) throw noneLeft(first, refused);
  return { files, refused };
}

const REASONS_TOLD = 3;

function noneLeft(first: PhotoRefused, refused: RefusedPhoto[]): ProductError {
  const told = refused.slice(0, REASONS_TOLD).map(({ message }) => message);
  const untold = refused.length - told.length;
  if (untold > 0) told.push(`${untold} more could not be taken either.`);
  return new ProductError(first.status, first.code, told.join(' '));
}
