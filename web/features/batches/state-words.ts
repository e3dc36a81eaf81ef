import { type Marked, msg } from '../../../shared/words.ts';
import { t } from '../../lib/words.tsx';

const WORDS = new Map<string, string & Marked>([
  ['queued', msg('On its way')],
  ['sending', msg('On its way')],
  ['sent', msg('Sent')],
  ['sealed', msg('Sealed')],
  ['scheduled', msg('Waits for its day')],
  ['held', msg('On hold')],
  ['failed', msg('Not delivered')],
  ['bounced', msg('Came back')],
  ['unsent', msg('Not sent')],
]);

/** How one of several letters stands; another status is shown as it is. */
export function stateWords(status: string): string {
  const words = WORDS.get(status);
  return words ? t(words) : status;
}
