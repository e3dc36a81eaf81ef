import { existsSync, readFileSync } from 'node:fs';
import { shortKey } from '../packages/words/catalogue.ts';
import { faultsOf, idOf } from '../packages/words/check-translation.ts';
import type { Fault, SourceFile } from '../packages/words/find-texts.ts';
import { isTranslated, keyOf, writePo } from '../packages/words/po.ts';
import { LANGUAGES } from '../shared/languages.ts';
import { physicalStyles } from './words/check-styles.ts';
import { readCities } from './words/cities.ts';
import { compareWithGlossary } from './words/glossary.ts';
import { readLoanWords } from './words/loan-words.ts';
import { sortIntoParts, type WordedSources } from './words/parts.ts';
import { merged, poTemplate, readPoFiles, TEMPLATE_FILE, translatedPercent } from './words/po-files.ts';
import { readSources } from './words/read-sources.ts';

/** What is wrong in the sources: calls that cannot be read, and texts that other ones exclude. */
function sourceFaults(sources: readonly SourceFile[]): string[] {
  const singulars = new Map<string, string>();
  const conflicts: string[] = [];
  for (const { texts } of sources)
    for (const { context, text, plural, file, line } of texts) {
      const key = JSON.stringify([context, plural ?? text]);
      const singular = plural === undefined ? '' : text;
      const known = singulars.get(key) ?? singular;
      singulars.set(key, known);
      if (known !== singular)
        conflicts.push(
          `${file}:${line} '${plural ?? text}' stands elsewhere with another singular, or without one`,
        );
    }
  const byShortKey = new Map<string, string>();
  // Every zone has another name in Arabic.
  const keys = [...sources.flatMap(({ texts }) => texts.map(keyOf)), ...Object.keys(readCities('ar'))];
  for (const key of keys) {
    const other = byShortKey.get(shortKey(key)) ?? key;
    byShortKey.set(shortKey(key), other);
    if (other !== key)
      conflicts.push(`'${key}' and '${other}' have one short key: word one of them otherwise`);
  }
  return [...sources.flatMap(({ faults }) => faults).map(inOneLine), ...conflicts];
}

function languageFaults(language: string, sources: WordedSources): string[] {
  const files = readPoFiles(language);
  const loanWords = readLoanWords(language);
  const faults: string[] = [];
  const ids = new Set(sources.texts.map(idOf));
  for (const [part, { entries }] of files)
    for (const entry of entries) {
      const say = (what: string) => faults.push(`locales/${language}/${part}.po '${idOf(entry)}' ${what}`);
      if (isTranslated(entry)) for (const fault of faultsOf(entry, language, loanWords)) say(fault);
      if (!ids.has(idOf(entry))) say('is not used');
    }
  for (const id of loanWords)
    if (!ids.has(id)) faults.push(`locales/${language}/loan-words.json '${id}' is not used`);
  faults.push(...compareWithGlossary(language, files).faults);
  const wanted = merged(language, files, sources);
  const voice = [...files.values()].some(({ head }) => !head.get('X-Voice'));
  if (voice) faults.push(`locales/${language}: the heads do not say how the reader is spoken to (X-Voice)`);
  for (const [part, file] of wanted) {
    const now = files.get(part);
    if (!now || writePo(now) !== writePo(file))
      faults.push(`locales/${language}/${part}.po is not as npm run words writes it`);
  }
  return faults;
}

const readIfThere = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const inOneLine = ({ file, line, what }: Fault) => `${file}:${line} ${what}`;

/** English is in the sources. */
const TRANSLATED = LANGUAGES.filter((language) => language !== 'en');
const sources = readSources();
const sorted = sortIntoParts(sources);
const faults = [
  ...sourceFaults(sources),
  ...TRANSLATED.flatMap((language) => languageFaults(language, sorted)),
  ...(readIfThere(TEMPLATE_FILE) === poTemplate(sorted)
    ? []
    : ['locales/slow-letters.pot is not as npm run words writes it']),
  ...sources
    .filter(({ file }) => /^(web|templates)\//.test(file))
    .flatMap(({ hardCoded }) => hardCoded)
    .map(inOneLine),
  ...physicalStyles().map(inOneLine),
];
for (const fault of faults) console.error(fault);
const shares = TRANSLATED.map((language) => `${language} ${translatedPercent(readPoFiles(language))}%`);
console.log(`${sorted.texts.length} texts; ${shares.join(', ')}; ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
