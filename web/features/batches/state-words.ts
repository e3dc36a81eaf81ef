const WORDS = new Map([
  ['queued', 'On its way'],
  ['sending', 'On its way'],
  ['sent', 'Sent'],
  ['sealed', 'Sealed'],
  ['scheduled', 'Waits for its day'],
  ['held', 'On hold'],
  ['failed', 'Not delivered'],
  ['bounced', 'Came back'],
  ['unsent', 'Not sent'],
]);

/** How one of several letters stands; another status is shown as it is. */
export const stateWords = (status: string): string => WORDS.get(status) ?? status;
