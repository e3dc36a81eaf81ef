/** Said where a letter has more photos than one mail can carry at their usual size. */
export const SMALLER_PHOTOS = 'To fit into one e-mail, the photos are smaller here than they were taken.';

/** Names the link by which a recipient asks for no more letters. */
export const STOP_LETTERS = "Don't send me letters from this person";
