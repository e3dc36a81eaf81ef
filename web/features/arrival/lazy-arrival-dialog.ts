import { lazyDialog } from '../../components/lazy-dialog.tsx';

export const ArrivalDialog = lazyDialog(async () => (await import('./arrival-dialog.tsx')).ArrivalDialog);
