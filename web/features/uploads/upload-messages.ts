import { PHOTOS_PER_LETTER } from '../../../shared/limits.ts';
import { countsInWords, joinSentences } from '../../../shared/words.ts';
import type { ToastMessage } from '../../components/plain-toast.tsx';
import { language, n, t } from '../../lib/words.tsx';
import type { UploadQueue } from './upload-queue.ts';
import type { UploadOutcome } from './upload-store.ts';

/** '3 in the envelope, 1 on its way' */
export function envelopeMessage(inside: number, queue: UploadQueue): string {
  const failed = queue.filter((upload) => upload.status === 'failed').length;
  const onTheirWay = queue.length - failed;
  const parts = [
    inside > 0 ? n(inside, '{n} in the envelope', '{n} in the envelope') : '',
    onTheirWay > 0 ? n(onTheirWay, '{n} on its way', '{n} on their way') : '',
    failed > 0 ? n(failed, '{n} not uploaded', '{n} not uploaded') : '',
  ].filter(Boolean);
  return parts.length > 0 ? countsInWords(parts, language()) : t('None yet');
}

/** The toast when all uploads of a batch have ended (spec section 8). */
export function settledToast({ uploaded, failed, reason, leftOut }: UploadOutcome): ToastMessage {
  const remarks = [
    failed > 0 && uploaded > 0 ? n(failed, '{n} could not be uploaded.', '{n} could not be uploaded.') : '',
    leftOut > 0
      ? n(
          leftOut,
          '1 photo was left out: a letter holds at most {most}.',
          '{n} photos were left out: a letter holds at most {most}.',
          { most: PHOTOS_PER_LETTER },
        )
      : '',
  ];
  const description = joinSentences(remarks, language()) || undefined;
  if (uploaded > 0)
    return { title: n(uploaded, 'Uploaded {n} photo(s)', 'Uploaded {n} photo(s)'), description };
  if (failed > 0)
    return { title: t('Upload failed'), description: reason ?? t('Please try again'), tone: 'error' };
  return { title: t('The envelope is full'), description, tone: 'error' };
}
