import { isAddedLine } from './added-lines.ts';
import { isDateWord } from './date-words.ts';
import { bareWords } from './reply-marks.ts';
import { FROM_FIELD, OTHER_FIELD } from './reply-phrases.ts';

/** Most lines of a message, and characters of each, that are compared with what was mailed. */
const COMPARED_LINES = 1_000;
const COMPARED_CHARACTERS = 2_000;
/** fewest letters and digits that tell a sentence from others */
const SENTENCE_CHARACTERS = 8;
/** Most letters and digits that may be missing between two consecutive sentences, since short ones are not compared. */
const GAP_CHARACTERS = 60;
/** Most sentences that are taken for an answer between two of the quoted text. */
const ANSWER_MAX_SENTENCES = 40;
/** What programs put into a quotation: a link, an address, a picture. */
const BY_PROGRAM = /https?:|\S@\S|^[^\p{L}\p{N}]{0,6}[[<].{0,500}[\]>]$/u;
const SENTENCE_END = /(?<=[.!?…。！？])\s+/u;
const MARKS = /^[\s>|]{0,100}/;

/**
 * Answers that somebody wrote into the quoted text without marking them: sentences between two consecutive ones of what
 * was mailed, with a word that was not mailed.
 * @param whole the message with what it quotes
 * @param mailed in the conversation; nothing is found where it is empty
 * @param found new text that is known already
 */
export function insertedAnswers(whole: string, mailed: string, found: string): string[] {
  const sent = bareWords(mailed);
  if (sent === '') return [];
  const known = new Set(wordsOf(mailed));
  const foundWords = bareWords(found);
  const isNew = (sentence: string) => !isByProgram(sentence) && !foundWords.includes(bareWords(sentence));
  const answers: string[] = [];
  let between: string[] = [];
  let ended = -1;
  for (const line of whole.split('\n').slice(0, COMPARED_LINES)) {
    if (FROM_FIELD.test(line) || OTHER_FIELD.test(line)) {
      between = [];
      ended = -1;
      continue;
    }
    for (const sentence of sentencesOf(line)) {
      const words = bareWords(sentence);
      const at = placeIn(sent, words, ended);
      if (at < 0) {
        between.push(sentence);
        continue;
      }
      const follows = ended >= 0 && at >= ended && at - ended <= GAP_CHARACTERS;
      if (follows && between.length <= ANSWER_MAX_SENTENCES) {
        const answer = between.filter(isNew).join('\n');
        if (wordsOf(answer).some((word) => !known.has(word) && !/\d/.test(word) && !isDateWord(word)))
          answers.push(answer);
      }
      between = [];
      ended = at + words.length;
    }
  }
  return answers;
}

const sentencesOf = (line: string): string[] =>
  line
    .slice(0, COMPARED_CHARACTERS)
    .replace(MARKS, '')
    .split(SENTENCE_END)
    .flatMap((sentence) => sentence.trim() || []);

/** Index of words in what was mailed, if possible after what was found last; of short ones directly after it only; -1 for none. */
function placeIn(sent: string, words: string, after: number): number {
  if (words.length < SENTENCE_CHARACTERS)
    return words !== '' && after >= 0 && sent.startsWith(words, after) ? after : -1;
  const next = sent.indexOf(words, Math.max(after, 0));
  return next < 0 ? sent.indexOf(words) : next;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const isByProgram = (sentence: string): boolean => BY_PROGRAM.test(sentence) || isAddedLine(sentence);
