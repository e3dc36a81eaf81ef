import { lazyDialog } from '../../../components/lazy-dialog.tsx';

export const LetterReader = lazyDialog(async () => (await import('./letter-reader.tsx')).LetterReader);
