import { useState } from 'react';
import { displayUrl } from '../../../../shared/photos.ts';
import { msg } from '../../../../shared/words.ts';
import { useToast } from '../../../components/toast.tsx';
import { saveFile } from '../../../lib/save-file.ts';
import { t } from '../../../lib/words.tsx';

/** Statuses of a photo that was deleted or belongs to somebody else. */
const GONE = new Set([403, 404, 410]);
const NO_LONGER_AVAILABLE = msg('This photo is no longer available.');
const UNABLE_TO_DOWNLOAD = msg('Unable to download the image. Please try again.');

/** The sentence of spec section 8 for a download that the server refused with this HTTP status. */
export function downloadFailure(status: number): string {
  return t(GONE.has(status) ? NO_LONGER_AVAILABLE : UNABLE_TO_DOWNLOAD);
}

/**
 * Saves a photo at full size as a file. `saving` is the url being saved, or null. Failures show a toast
 * (spec section 8: 'Download failed'); `failureOf` has the sentence for beside the button until it works.
 */
export function useSavePhoto() {
  const toast = useToast();
  const [saving, setSaving] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ url: string; sentence: string } | null>(null);

  const save = async (url: string, fileName: string): Promise<void> => {
    const failed = (description: string) => {
      toast({ title: t('Download failed'), description, tone: 'error' });
      setFailure({ url, sentence: description });
    };
    const address = displayUrl(url);
    if (address === null) return failed(t(NO_LONGER_AVAILABLE));
    setSaving(url);
    try {
      const response = await fetch(address, { credentials: 'same-origin' });
      if (!response.ok) return failed(downloadFailure(response.status));
      saveFile(await response.blob(), fileName);
      setFailure(null);
    } catch (error) {
      console.error('Photo download failed', error);
      failed(t(UNABLE_TO_DOWNLOAD));
    } finally {
      setSaving(null);
    }
  };

  /** @param url of a photo @returns why it was not saved at the last attempt; null when it was not tried or worked */
  const failureOf = (url: string) => (failure?.url === url ? failure.sentence : null);

  return { save, saving, failureOf };
}
