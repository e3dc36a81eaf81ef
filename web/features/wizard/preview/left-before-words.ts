import { STATUS } from '../../../../shared/letter-status.ts';
import { type Marked, msg } from '../../../../shared/words.ts';
import { t } from '../../../lib/words.tsx';

const TITLES = new Map<string, string & Marked>([
  [STATUS.scheduled, msg('This letter waits for its day already')],
  [STATUS.sealed, msg('This letter is sealed already')],
  [STATUS.held, msg('This letter is on hold already')],
  [STATUS.unsent, msg('This letter was taken back')],
]);

/** @param changed what stands here is another letter than the one that left */
export function leftBeforeWords(status: string, changed: boolean) {
  const isBack = status === STATUS.unsent;
  return {
    title: t(TITLES.get(status) ?? msg('This letter has left already')),
    meaning: isBack
      ? t('Its credit is yours again; a new letter costs one.')
      : changed
        ? t('What stands here was changed since; a new letter costs another credit.')
        : t('Nothing was sent or charged a second time.'),
    mayRepeat: changed || isBack,
  };
}
