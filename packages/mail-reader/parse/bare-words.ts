/** Letters and digits alone, in small letters: what stays of a text however a program wraps, marks or escapes it. */
export const bareWords = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
