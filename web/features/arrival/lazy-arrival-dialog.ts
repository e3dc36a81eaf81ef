import { lazyDialog } from '../../components/lazy-dialog.tsx';

/** Fetched when somebody chooses a day. */
export const ArrivalDialog = lazyDialog(async () => (await import('./arrival-dialog.tsx')).ArrivalDialog);
