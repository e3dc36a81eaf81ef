import { anyOf, wordsOf } from '../phrases.ts';

/**
 * Lines that a phone, a mail service or a virus scanner adds below a message. Every word of such a line is in the lists
 * below, 'sent' and a device among them: 'Sent from my iPhone'. A line with any other word is a person's, and stays.
 */

const PRODUCTS = wordsOf('products');
const DECLINED = new RegExp(String.raw`^${anyOf('declined products')}\p{L}{0,6}$`, 'u');
const PROGRAMS = wordsOf('products that are words');
const ARTICLES = wordsOf('articles');
const DEVICES = wordsOf('devices');
const SENT = wordsOf('words for sent');
const BETWEEN = wordsOf('words between');
const FIRST_WORDS = wordsOf('first words');
const UNSPACED = new RegExp(anyOf('unspaced words'), 'g');
const UNSPACED_SENT = new RegExp(anyOf('unspaced words for sent'));
const UNSPACED_DEVICE = new RegExp(anyOf('unspaced devices'));
/** Letters of scripts without spaces, also next to Latin letters. */
const UNSPACED_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;
/** Words of a model's name: 'S23', '15', 'SM-G960U'. */
const MODEL = /^(?=\p{L}{0,3}\d)[\p{L}\d]{1,8}$/u;
/** A longer line names no device. */
const DEVICE_LINE_MAX_CHARACTERS = 120;
const DEVICE_LINE_MAX_WORDS = 16;

/** Sentences that programs write word for word. */
const SENTENCE = new RegExp(`^${anyOf('added sentences')}$`, 'u');

/** The mark that a tracker for Gmail adds (Canadian syllabics final). */
const TRACKER_MARKS = /\u1427/g;
const MARKDOWN_BRACKETS = /[[\]]/g;
const LINK = /\s?[[<(]\s?https?:[^[\]<>()\s]{0,2000}\s?[\]>)]|https:\/\/aka\.ms\/\w{1,20}$/g;
const EDGES =
  /^[\s<>«»‹›()[\]{}*_~"“”„'’.,;|–—-]+|(?<![\s<>«»‹›()[\]{}*_~"“”„'’.,;|–—-])[\s<>«»‹›()[\]{}*_~"“”„'’.,;|–—-]+$/g;

export function isAddedLine(line: string): boolean {
  if (line.length > DEVICE_LINE_MAX_CHARACTERS * 20) return false;
  const bare = line.replace(LINK, '').replace(TRACKER_MARKS, '');
  if (bare.trim() === '') return line.trim() !== '';
  if (bare.length > DEVICE_LINE_MAX_CHARACTERS) return false;
  const text = bare
    .replace(EDGES, '')
    .replace(MARKDOWN_BRACKETS, '')
    .replace(/\bK-9\b|\bMail\.(?:ru|com)\b|\bWEB\.DE\b|\bYahoo!/gi, (name) => name.replace(/[-.!]/, ''));
  // K-9 Mail has two sentences on one line.
  return (
    isKnown(text) || text.split(/(?<=\p{L}{2})\. |, (?=please |excuse |pardon |forgive )/iu).every(isKnown)
  );
}

function isKnown(sentence: string): boolean {
  const lower = sentence.toLowerCase();
  return SENTENCE.test(lower) || isDeviceLine(sentence);
}

function isDeviceLine(text: string): boolean {
  let sent = UNSPACED_SENT.test(text);
  let device = UNSPACED_DEVICE.test(text);
  let product = device;
  let from = false;
  const runs = text.match(UNSPACED_RUN) ?? [];
  if (runs.some((run) => run.replace(UNSPACED, '') !== '')) return false;
  const written = text.replace(UNSPACED_RUN, ' ').match(/[\p{L}\p{M}\d&]+/gu) ?? [];
  const words = written.map((word) => word.toLowerCase());
  if (words.length > DEVICE_LINE_MAX_WORDS || /[?!…]/.test(text)) return false;
  for (const [at, word] of words.entries()) {
    if (SENT.has(word)) sent = true;
    else if (PRODUCTS.has(word) || DECLINED.test(word)) product = true;
    else if (PROGRAMS.has(word)) product ||= word !== written[at] && !ARTICLES.has(words[at - 1] ?? '');
    else if (DEVICES.has(word)) device = true;
    else if (!BETWEEN.has(word) && !MODEL.test(word)) return false;
    if (at === 0 && FIRST_WORDS.has(word)) from = true;
  }
  // 'From my iPhone' without a verb needs a product.
  return sent ? product || device : from && product && words.length > 2;
}
