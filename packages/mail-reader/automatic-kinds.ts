/**
 * What a program answered by itself: it is away, it refuses strangers until they prove to be people, it confirms that a
 * mail was read, a mailing list did something with it, or anything else.
 */
export const AUTOMATIC_KINDS = ['away', 'challenge', 'receipt', 'list', 'other'] as const;
export type AutomaticKind = (typeof AUTOMATIC_KINDS)[number];
