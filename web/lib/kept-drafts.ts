/** Keys of `localStorage` that hold what somebody is writing; their uid follows. */
const PREFIXES = ['answer-draft:', 'support-draft:'];

/** Removes what this browser keeps of one person's unfinished texts. */
export const forgetDraftsOf = (uid: string): void => forget((key) => belongsTo(uid, key));

/** Removes what it keeps of everybody else's: whoever signs in next on a shared computer must not find them. */
export const forgetDraftsOfOthers = (uid: string): void => forget((key) => !belongsTo(uid, key));

const belongsTo = (uid: string, key: string): boolean =>
  PREFIXES.some((prefix) => key === prefix + uid || key.startsWith(`${prefix}${uid}:`));

function forget(isGoing: (key: string) => boolean): void {
  for (const key of Object.keys(localStorage))
    if (PREFIXES.some((prefix) => key.startsWith(prefix)) && isGoing(key)) localStorage.removeItem(key);
}
