/** What the way to the last screen leaves in the browser's history. */
export const JUST_DELETED = 'account-deleted';
