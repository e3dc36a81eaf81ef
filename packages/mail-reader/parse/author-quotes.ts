import { bareWords, QUOTE_MARK } from './reply-marks.ts';
import { WROTE } from './reply-phrases.ts';

/** What a message is compared with, to tell quotations from lines that its author marked with '>'. */
export interface QuotationSources {
  /** all of the message, with what is quoted in it */
  whole: string;
  /** everything that was mailed in the conversation; empty when that is not known */
  mailed: string;
}

/** first letters and digits of a run that identify it */
const REPEATED_CHARACTERS = 60;
/** letters and digits of one line that identify it in what was mailed */
const LINE_CHARACTERS = 12;
/** Most runs, and lines of each, that are compared: a text may have any number. */
const COMPARED_RUNS = 50;
const COMPARED_LINES = 20;
/** What marks a line as quoted: '> ', 'AM> ', 'Anna> '. */
const MARKS = /^[\s>]{0,100}(?:\p{L}{1,20}>)?/u;
/** 'Maren Oakes wrote:' */
const NAME_WROTE = new RegExp(`^(.{1,80})(?:${WROTE.source})\\s?[:：]\\s*$`, 'iu');

/**
 * The runs of '>' lines that the message's author marked, such as a poem: those that neither their text nor their place
 * below a program's quotation shows to be quoted.
 * @param quotation line where a program began to quote; -1 for none
 * @returns the lines of each, by the index of its mark
 */
export function runsByAuthor(
  lines: string[],
  runs: Map<number, string[]>,
  quotation: number,
  { whole, mailed }: QuotationSources,
): Map<number, string[]> {
  const filled = [...runs].filter(([, run]) => /[^\s>]/.test(run.join('')));
  if (filled.length === 0) return new Map();
  const sent = bareWords(mailed);
  const sentences = new Set(mailed.split(/[\n.!?…:;]/u).map(bareWords));
  const mailedRuns = new Set(
    filled.slice(0, COMPARED_RUNS).flatMap(([at, run]) => (wasMailed(run, sent, sentences) ? at : [])),
  );
  const hasElement = lines.some((line, at) => line === QUOTE_MARK && !runs.has(at));
  // Whether this message's quotations are known as such. A short line, such as a name, does not show it.
  const areKnown =
    sent !== '' &&
    (hasElement || filled.some(([at, run]) => mailedRuns.has(at) && wasMailed(run, sent, new Set())));
  const all = bareWords(whole);
  let compared = 0;
  return new Map(
    filled.filter(([at, run]) => {
      if (mailedRuns.has(at) || at === quotation) return false;
      if (quotation >= 0 && at > quotation) return areKnown && !run.every((line) => /^\s?>\s?>/.test(line));
      if (quotation < 0) return !isNamedAuthor(lines, at, sent);
      if (++compared > COMPARED_RUNS) return true;
      const words = bareWords(run.join(' ')).slice(0, REPEATED_CHARACTERS);
      return words === '' || all.indexOf(words, all.indexOf(words) + 1) < 0;
    }),
  );
}

/** True below 'Maren Oakes wrote:' if the conversation has that name, unlike a poet's, or is not known. */
function isNamedAuthor(lines: string[], at: number, sent: string): boolean {
  const above = lines.slice(Math.max(0, at - 3), at).findLast((line) => line.trim() !== '') ?? '';
  const name = bareWords(NAME_WROTE.exec(above.trim())?.[1] ?? '');
  return name !== '' && (sent === '' || sent.includes(name));
}

/** True when a line of the run was mailed: a short one as a whole sentence, a longer one anywhere. */
function wasMailed(run: string[], sent: string, sentences: Set<string>): boolean {
  return run.slice(0, COMPARED_LINES).some((line) => {
    const words = bareWords(line.replace(MARKS, ''));
    return words.length < LINE_CHARACTERS ? words !== '' && sentences.has(words) : sent.includes(words);
  });
}
