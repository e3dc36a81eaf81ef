import { plainName } from '../packages/address-files/plain-name.ts';
import { cleanText } from '../shared/clean-text.ts';
import { msg, type Words, words as wordsOf } from '../shared/words.ts';

const ENGLISH = wordsOf('en');

/*
 * Translators: {{recipientName}} is typed like this by the writer, and becomes the name. The greeting needs a form that
 * suits everybody, women and men, friends and family.
 */
const SEVERAL_PAGES = msg(`Dear {{recipientName}},

I sat down with pen and paper and wrote you a letter. Here are its pages, just as they left my desk.

Read them slowly. There is no hurry to answer, but it would be lovely to hear from you.`);

const ONE_PAGE = msg(`Dear {{recipientName}},

I sat down with pen and paper and wrote you a letter. Here is its page, just as it left my desk.

Read it slowly. There is no hurry to answer, but it would be lovely to hear from you.`);

export const defaultMessage = (photos: number, words: Words): string =>
  words.say({ text: photos === 1 ? ONE_PAGE : SEVERAL_PAGES });

/** @param languages in which the page may have worded it */
export const isDefaultMessage = (message: string, languages: readonly Words[]) =>
  languages.some((words) => message === defaultMessage(1, words) || message === defaultMessage(2, words));

interface Called {
  name: string;
  greetingName?: string | null | undefined;
}

/** No word of a name is guessed to be a first name. */
export const calledName = ({ name, greetingName }: Called): string => greetingName?.trim() || name.trim();

const PLACEHOLDER = /\{\{\s*recipientName\s*\}\}/g;

export function personalise(message: string, recipient: Called, words: Words = ENGLISH): string {
  // Translators: ‘Dear friend,’ to somebody whose name is not known.
  const name = plainName(calledName(recipient)) || words.t('friend');
  return message.replace(PLACEHOLDER, () => name);
}

interface StoredLetter {
  emailMessage: string;
  recipientName: string;
  greetingName: string | null;
}

export const messageOf = ({ emailMessage, recipientName, greetingName }: StoredLetter, words?: Words) =>
  personalise(emailMessage, { name: recipientName, greetingName }, words);

export const NAME_PLACEHOLDER = '{{recipientName}}';

export function greetingOf(message: string, recipient: Called): string | null {
  const line = message.split('\n').find((text) => text.search(PLACEHOLDER) >= 0);
  return line === undefined ? null : personalise(line, recipient).trim();
}

export function paragraphsOf(message: string): string[] {
  return cleanText(message)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/^\n+/, '').trimEnd())
    .filter((paragraph) => paragraph !== '');
}

const SALUTATION_LIMIT = 48;

/** A salutation is a first paragraph of one short line with something after it. */
export function splitSalutation(paragraphs: string[]): { salutation: string | undefined; body: string[] } {
  const [first = '', ...rest] = paragraphs;
  const isOne = rest.length > 0 && !first.includes('\n') && first.length <= SALUTATION_LIMIT;
  return isOne ? { salutation: first, body: rest } : { salutation: undefined, body: paragraphs };
}

const SIGN_OFF_LIMIT = 60;

export function splitSignOff(paragraphs: string[]): { body: string[]; signOff: string | undefined } {
  const last = paragraphs.at(-1) ?? '';
  const isOne = paragraphs.length >= 3 && last.length <= SIGN_OFF_LIMIT;
  return isOne ? { body: paragraphs.slice(0, -1), signOff: last } : { body: paragraphs, signOff: undefined };
}
