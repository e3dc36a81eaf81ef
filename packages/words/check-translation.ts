import { type PoEntry, pluralCategories } from './po.ts';

export const idOf = ({ context, text, plural }: Pick<PoEntry, 'context' | 'text' | 'plural'>): string =>
  context === undefined ? (plural ?? text) : `${context}|${text}`;

const namesIn = (text: string) => new Set([...text.matchAll(/\{\{?\w+\}?\}/g)].map(([name]) => name));

/** Letters a translation may share with English without being English: none but names in braces, digits and marks. */
const hasWords = (text: string) => /\p{L}/u.test(text.replace(/\{\{?\w+\}?\}|Slow Letters/g, ''));

/** Categories of exactly one number, such as Arabic's 'two': their form may write it as a word. */
function ofOneNumber(language: string): Set<string> {
  const rules = new Intl.PluralRules(language);
  const numbers = Array.from({ length: 200 }, (_, number) => rules.select(number));
  return new Set(numbers.filter((category) => numbers.filter((each) => each === category).length === 1));
}

/**
 * What is wrong with a translation, in sentences for the translator.
 * @param loanWords names (`idOf`) of texts that are the same in this language
 */
export function faultsOf(entry: PoEntry, language: string, loanWords: ReadonlySet<string>): string[] {
  const { text, plural, forms } = entry;
  const faults: string[] = [];
  const categories = plural === undefined ? [undefined] : pluralCategories(language);
  if (forms.length !== categories.length)
    faults.push(`has ${forms.length} forms, not ${plural === undefined ? 'one' : categories.join(', ')}`);
  const asked = new Set([...namesIn(text), ...namesIn(plural ?? '')]);
  const exact = ofOneNumber(language);
  for (const [index, form] of forms.entries()) {
    if (form === '') continue;
    const category = categories[index];
    const fault = (what: string) => faults.push(category ? `${category}: ${what}` : what);
    const given = namesIn(form);
    for (const name of given) if (!asked.has(name)) fault(`${name} is not in the English text`);
    for (const name of asked)
      if (!given.has(name) && !(name === '{n}' && category && (category === 'one' || exact.has(category))))
        fault(`${name} of the English text is missing`);
    if (/["']/.test(form)) fault('has a straight quotation mark or apostrophe');
    if (isLoose(form) && !isLoose(plural ?? text)) fault('has a space too many');
    if (form === (plural ?? text) && hasWords(form) && !loanWords.has(idOf(entry)))
      fault('is the English text; if that is right, give {"same": true}');
  }
  return faults;
}

const isLoose = (text: string) => text !== text.trim() || / {2}/.test(text);
