import { lazyDialog } from '../../../components/lazy-dialog.tsx';

/** Fetched when somebody brings in people. */
export const BringInDialog = lazyDialog(async () => (await import('./bring-in-dialog.tsx')).BringInDialog);
