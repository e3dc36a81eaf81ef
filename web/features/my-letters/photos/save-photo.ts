import { displayUrl } from '../../../../shared/photos.ts';
import { useToast } from '../../../components/toast.tsx';
import { ApiFailure, readFile } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useActionOnEach } from '../../../lib/use-action.ts';
import { t } from '../../../lib/words.tsx';

/** Statuses of a photo that was deleted or belongs to somebody else. */
const GONE = new Set([403, 404, 410]);

/** The sentences are those of spec section 8. */
export function downloadFailure(error: unknown): string {
  const isGone = error instanceof ApiFailure && GONE.has(error.status);
  return isGone
    ? t('This photo is no longer available.')
    : t('Unable to download the image. Please try again.');
}

/** Failures show a toast (spec section 8); `failureOf` has the sentence for beside the button. */
export function useSavePhoto() {
  const toast = useToast();
  const { run, isBusy, failureOf } = useActionOnEach(
    'Photo download failed',
    async (url: string, fileName: string) => {
      try {
        const address = displayUrl(url);
        if (address === null) throw new ApiFailure(404, 'Not an uploaded photo', '');
        const { file } = await readFile(address);
        saveFile(file, fileName);
      } catch (error) {
        toast({ title: t('Download failed'), description: downloadFailure(error), tone: 'error' });
        throw error;
      }
    },
  );
  return {
    save: run,
    isSaving: isBusy,
    failureOf: (url: string) => {
      const failure = failureOf(url);
      return failure ? downloadFailure(failure) : null;
    },
  };
}
