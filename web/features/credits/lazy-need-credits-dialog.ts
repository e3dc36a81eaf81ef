import { lazyDialog } from '../../components/lazy-dialog.tsx';

/** Fetched when a letter cannot be paid for. */
export const NeedCreditsDialog = lazyDialog(async () => ({
  default: (await import('./need-credits-dialog.tsx')).NeedCreditsDialog,
}));
