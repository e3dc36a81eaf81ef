import { lazyDialog } from '../../../components/lazy-dialog.tsx';

/** Fetched when a letter is opened, with the styles of all papers. */
export const LetterReader = lazyDialog(async () => (await import('./letter-reader.tsx')).LetterReader);
