import { readFile } from './api.ts';
import { useActionOnEach } from './use-action.ts';
import { t } from './words.tsx';

/** Time until the object URL is revoked, ms: the browser reads the file after the click. */
const REVOKE_AFTER_MS = 60_000;

export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}

/** Fetches files to save, since a link with `download` cannot report an error; `failureOf` is for `Failure`. */
export function useSaving() {
  const { run, isBusy, failureOf } = useActionOnEach(
    'A file could not be saved',
    /** @param fileName used if the answer gives none in UTF-8 */
    async (url: string, fileName: string) => {
      const { file, disposition } = await readFile(url);
      saveFile(file, fileNameIn(disposition) ?? fileName);
    },
  );
  return {
    run,
    isBusy,
    failureOf: (url: string) =>
      failureOf(url) && !navigator.onLine
        ? t('There is no connection. Please try again once there is.')
        : failureOf(url),
  };
}

/** The name in UTF-8 of a Content-Disposition header (RFC 6266, section 4.3). */
function fileNameIn(disposition: string): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  return encoded === undefined ? null : decodeURIComponent(encoded);
}
