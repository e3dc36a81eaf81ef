import { lazyDialog } from '../../components/lazy-dialog.tsx';

export const NeedCreditsDialog = lazyDialog(
  async () => (await import('./need-credits-dialog.tsx')).NeedCreditsDialog,
);
