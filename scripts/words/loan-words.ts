import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { projectRoot } from './read-sources.ts';

/** A JSON list of the English texts that are the same in a language, such as 'Name' in German. */
export const loanWordsFile = (language: string) =>
  path.join(projectRoot, 'locales', language, 'loan-words.json');

export function readLoanWords(language: string): Set<string> {
  const file = loanWordsFile(language);
  return new Set(existsSync(file) ? z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8'))) : []);
}
