import { lazyDialog } from '../../components/lazy-dialog.tsx';

/** Fetched when a letter cannot be paid for. */
export const NeedCreditsDialog = lazyDialog(
  async () => (await import('./need-credits-dialog.tsx')).NeedCreditsDialog,
);
