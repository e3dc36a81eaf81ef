import { dropFiles } from './kept-files.ts';

/** Beginnings of the `localStorage` keys of unfinished texts; the writer's uid follows. */
const PREFIXES = ['answer-draft:', 'left-behind:answer-draft:', 'support-draft:', 'unsaved-letter:'];

/** Removes what this browser keeps of one person's unfinished texts. */
export const forgetDraftsOf = (uid: string): void => forget((key) => key.split(':').includes(uid));

/** Removes everybody else's unfinished texts: whoever signs in next on a shared computer must not find them. */
export const forgetDraftsOfOthers = (uid: string): void => forget((key) => !key.split(':').includes(uid));

function forget(isGoing: (key: string) => boolean): void {
  for (const key of Object.keys(localStorage))
    if (PREFIXES.some((prefix) => key.startsWith(prefix)) && isGoing(key)) localStorage.removeItem(key);
  dropFiles(isGoing).catch((error: unknown) => console.info('No files are kept', error));
}
