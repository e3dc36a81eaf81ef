import { PHOTOS_PER_LETTER } from '../../../shared/limits.ts';
import type { ToastMessage } from '../../components/plain-toast.tsx';
import type { UploadQueue } from './upload-queue.ts';
import type { UploadOutcome } from './upload-store.ts';

/** '3 in the envelope, 1 on its way' */
export function envelopeMessage(inside: number, queue: UploadQueue): string {
  const failed = queue.filter((upload) => upload.status === 'failed').length;
  const onTheirWay = queue.length - failed;
  const parts = [
    inside > 0 ? `${inside} in the envelope` : '',
    onTheirWay > 0 ? `${onTheirWay} on ${onTheirWay === 1 ? 'its' : 'their'} way` : '',
    failed > 0 ? `${failed} not uploaded` : '',
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'None yet';
}

/** The toast when all uploads of a batch have ended (spec section 8). */
export function settledToast({ uploaded, failed, reason, leftOut }: UploadOutcome): ToastMessage {
  const remarks = [
    failed > 0 && uploaded > 0 ? `${failed} could not be uploaded.` : '',
    leftOut > 0 ? leftOutMessage(leftOut) : '',
  ].filter(Boolean);
  const description = remarks.join(' ') || undefined;
  if (uploaded > 0) return { title: `Uploaded ${uploaded} photo(s)`, description };
  if (failed > 0) return { title: 'Upload failed', description: reason ?? 'Please try again', tone: 'error' };
  return { title: 'The envelope is full', description, tone: 'error' };
}

function leftOutMessage(files: number): string {
  const some = files === 1 ? '1 photo was' : `${files} photos were`;
  return `${some} left out: a letter holds at most ${PHOTOS_PER_LETTER}.`;
}
