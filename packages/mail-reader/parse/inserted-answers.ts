import { isAddedLine } from './added-lines.ts';
import { isDateWord } from './date-words.ts';
import { bareWords } from './reply-marks.ts';
import { FROM_FIELD, OTHER_FIELD } from './reply-phrases.ts';

/** Lines of a message, and characters of each, that are compared with what was mailed. */
const COMPARED_LINES = 1_000;
const COMPARED_CHARACTERS = 2_000;
/** letters and digits of a sentence that tell it from others */
const SENTENCE_CHARACTERS = 8;
/** Letters and digits that may be missing between two sentences, since the shortest are not compared. */
const GAP_CHARACTERS = 60;
/** Sentences that somebody wrote between two of ours. */
const ANSWER_MAX_SENTENCES = 40;
/** What programs put into a quotation: a link, an address, a picture. */
const BY_PROGRAM = /https?:|\S@\S|^[^\p{L}\p{N}]{0,6}[[<].{0,500}[\]>]$/u;
const SENTENCE_END = /(?<=[.!?…。！？])\s+/u;
const MARKS = /^[\s>|]{0,100}/;

/**
 * Answers that somebody wrote unmarked into the quoted text: sentences between two that follow one another in
 * what was mailed, with a word that was not.
 * @param whole the message with what it quotes
 * @param mailed in the conversation; nothing is found where it is empty
 * @param found new text that is known already
 */
export function insertedAnswers(whole: string, mailed: string, found: string): string[] {
  const sent = bareWords(mailed);
  if (sent === '') return [];
  const known = new Set(wordsOf(mailed));
  const own = bareWords(found);
  const isNew = (sentence: string) => !isByProgram(sentence) && !own.includes(bareWords(sentence));
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

/** Behind what was found last, if it is there; the shortest only right behind it. */
function placeIn(sent: string, words: string, behind: number): number {
  if (words.length < SENTENCE_CHARACTERS)
    return words !== '' && behind >= 0 && sent.startsWith(words, behind) ? behind : -1;
  const next = sent.indexOf(words, Math.max(behind, 0));
  return next < 0 ? sent.indexOf(words) : next;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const isByProgram = (sentence: string): boolean => BY_PROGRAM.test(sentence) || isAddedLine(sentence);
