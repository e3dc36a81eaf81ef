import { STATUS } from '../../../shared/letter-status.ts';
import { t } from '../../lib/words.tsx';
/** Null for a letter that need not wait for the person or us. */
export function waitingToast(status: string | null): { title: string; description: string } | null {
  if (status === STATUS.sealed)
    return {
      title: t('Your letter is sealed'),
      description: t('It leaves as soon as you open the link mailed to you'),
    };
  if (status === STATUS.held)
    return { title: t('Your letter is on hold'), description: t('It leaves when we have had a look') };
  return null;
}
