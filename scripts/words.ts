import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { faultsOf, idOf } from '../packages/words/check-translation.ts';
import { isTranslated, type PoEntry, pluralCategories } from '../packages/words/po.ts';
import { LANGUAGES } from '../shared/languages.ts';
import { compareWithGlossary } from './words/glossary.ts';
import { loanWordsFile, readLoanWords } from './words/loan-words.ts';
import { sortIntoParts } from './words/parts.ts';
import {
  merged,
  type PoFiles,
  poTemplate,
  readPoFiles,
  TEMPLATE_FILE,
  writePoFiles,
} from './words/po-files.ts';
import { projectRoot, readSources } from './words/read-sources.ts';

const USAGE = `npm run words                       brings the PO files up to date with the source
npm run words -- --missing de       prints what has no translation, as JSON
npm run words -- --fill de x.json   takes translations from JSON: {id: text}, {id: {one: …, other: …}} of a text with a
                                    number, {id: {"same": true}} of one that is the same in the language
npm run words -- --glossary de      prints translations without the words that the glossary has for a term, as JSON
npm run words -- --voice de "du: …" says in the heads how the reader is spoken to, and why`;

const filling = z.record(
  z.string(),
  z.union([z.string(), z.record(z.string(), z.union([z.string(), z.boolean()]))]),
);
type Filled = z.infer<typeof filling>[string];

function upToDate(language: string): PoFiles {
  return merged(language, readPoFiles(language), sortIntoParts(readSources()));
}

/** Each text once, though it may stand in two parts. */
function entriesOf(files: PoFiles): Map<string, PoEntry[]> {
  const byId = new Map<string, PoEntry[]>();
  for (const { entries } of files.values())
    for (const entry of entries) byId.set(idOf(entry), [...(byId.get(idOf(entry)) ?? []), entry]);
  return byId;
}

function missing(language: string) {
  return [...entriesOf(upToDate(language)).entries()]
    .filter(([, [entry]]) => !isTranslated(entry))
    .map(([id, [entry]]) => ({
      id,
      ...(entry?.context === undefined ? {} : { context: entry.context, text: entry.text }),
      ...(entry?.plural === undefined
        ? {}
        : { one: entry.text, other: entry.plural, wanted: pluralCategories(language) }),
      ...(entry?.comments[0] ? { comment: entry.comments[0] } : {}),
      file: entry?.references[0],
    }));
}

/** @returns sentences about what was not taken */
function fill(language: string, given: Record<string, Filled>): string[] {
  const files = upToDate(language);
  const known = entriesOf(files);
  const loanWords = readLoanWords(language);
  const refused: string[] = [];
  for (const [id, value] of Object.entries(given)) {
    const entries = known.get(id);
    const [entry] = entries ?? [];
    if (!entries || !entry) {
      refused.push(`${id}\n    is not a text of the product`);
      continue;
    }
    const same = typeof value === 'object' && value.same === true;
    if (same) loanWords.add(id);
    const forms = formsOf(entry, value, language);
    const faults = faultsOf({ ...entry, forms }, language, same ? new Set([id]) : loanWords);
    if (forms.includes('')) faults.push('has an empty form, or not all forms');
    if (faults.length > 0) refused.push(`${id}\n    ${faults.join('\n    ')}`);
    else for (const each of entries) Object.assign(each, { forms, previous: undefined });
  }
  writePoFiles(language, files);
  if (loanWords.size > 0)
    writeFileSync(loanWordsFile(language), `${JSON.stringify([...loanWords].sort(), null, 2)}\n`);
  return refused;
}

function formsOf({ text, plural }: PoEntry, value: Filled, language: string): string[] {
  if (typeof value === 'string') return [value];
  const categories = pluralCategories(language);
  if (value.same === true)
    return plural === undefined ? [text] : categories.map((category) => (category === 'one' ? text : plural));
  return categories.map((category) => String(value[category] ?? ''));
}

const [option, language = '', argument = ''] = process.argv.slice(2);
const known = LANGUAGES.some((code) => code === language && code !== 'en');
if (option === undefined) {
  for (const each of LANGUAGES) if (each !== 'en') writePoFiles(each, upToDate(each));
  writeFileSync(TEMPLATE_FILE, poTemplate(sortIntoParts(readSources())));
} else if (option === '--missing' && known) {
  console.log(JSON.stringify(missing(language), null, 1));
} else if (option === '--fill' && known) {
  const given = filling.parse(JSON.parse(readFileSync(path.resolve(projectRoot, argument), 'utf8')));
  const refused = fill(language, given);
  console.log(`${Object.keys(given).length - refused.length} of ${Object.keys(given).length} taken`);
  for (const each of refused) console.error(each);
  process.exitCode = refused.length > 0 ? 1 : 0;
} else if (option === '--glossary' && known) {
  console.log(JSON.stringify(compareWithGlossary(language, readPoFiles(language)).beside, null, 1));
} else if (option === '--voice' && known) {
  const files = upToDate(language);
  for (const { head } of files.values()) head.set('X-Voice', argument);
  writePoFiles(language, files);
} else {
  console.error(USAGE);
  process.exitCode = 1;
}
