import { type Catalogue, contextKey, type Entry } from './catalogue.ts';

/** One text of a PO file (GNU gettext manual, 'The Format of PO Files'). */
export interface PoEntry {
  context?: string | undefined;
  /** the English text; of a text with a number its singular */
  text: string;
  plural?: string | undefined;
  /** the translation, empty where there is none; of a text with a number one for each of `pluralCategories` */
  forms: string[];
  /** '#.': for translators, from the source */
  comments: string[];
  /** '#:': files with the text, without line numbers, so that few lines of a PO file change */
  references: string[];
  /** '#': by translators; kept */
  notes: string[];
  /** '#|' of a translation that is 'fuzzy': the English text that it was made for; nobody has read it since */
  previous?: string | undefined;
}

export interface PoFile {
  /** '#' of the head: voice, and who has read the file */
  notes: string[];
  /** fields of the head in their order, such as Language */
  head: Map<string, string>;
  entries: PoEntry[];
}

const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
/** Counts that need every form a language has up to thousands. */
const SAMPLES = [...Array.from({ length: 200 }, (_, index) => index), 1000];

/**
 * Categories of the forms of a text with a number, in the order of `msgstr[0]`, `msgstr[1]`… (CLDR). A form for millions,
 * which French, Spanish, Italian and Portuguese have, and one for fractions, which Polish has, are not asked for.
 */
export function pluralCategories(language: string): Intl.LDMLPluralRule[] {
  const rules = new Intl.PluralRules(language);
  const used = new Set(SAMPLES.map((sample) => rules.select(sample)));
  return CATEGORIES.filter((category) => used.has(category));
}

/** @throws {Error} with the number of a line that is not of the format */
export function readPo(content: string): PoFile {
  const entries: PoEntry[] = [];
  let entry = newEntry();
  let begun = false;
  let append: (text: string) => void = () => {};
  const end = () => {
    if (begun) entries.push(entry);
    entry = newEntry();
    begun = false;
  };
  for (const [index, raw] of content.split('\n').entries()) {
    const line = raw.trim();
    const [, keyword, quoted] = /^(?:(msg\w+(?:\[\d\])?) +)?("(?:[^"\\]|\\.)*")$/.exec(line) ?? [];
    if (line === '') end();
    else if (line.startsWith('#')) {
      if (begun) end();
      comment(entry, line);
    } else if (quoted === undefined) throw new Error(`Line ${index + 1} is not of a PO file: ${line}`);
    else {
      if (keyword) {
        // A file without empty lines: the next text begins.
        if (begun && (keyword === 'msgctxt' || (keyword === 'msgid' && entry.forms.length > 0))) end();
        begun = true;
        append = appender(entry, keyword);
      }
      append(unquoted(quoted));
    }
  }
  end();
  const first = entries[0];
  if (first?.text !== '' || first.context !== undefined) return { notes: [], head: new Map(), entries };
  const head = new Map<string, string>();
  for (const field of first.forms[0]?.split('\n') ?? []) {
    const colon = field.indexOf(':');
    if (colon > 0) head.set(field.slice(0, colon), field.slice(colon + 1).trim());
  }
  return { notes: first.notes, head, entries: entries.slice(1) };
}

export function writePo({ notes, head, entries }: PoFile): string {
  const fields = [...head].map(([name, value]) => quoted(`${name}: ${value}\n`));
  const first = [...notes.map((note) => `# ${note}`.trim()), 'msgid ""', 'msgstr ""', ...fields];
  const blocks = entries.map((entry) => [
    ...entry.notes.map((note) => `# ${note}`.trim()),
    ...entry.comments.map((each) => `#. ${each}`),
    ...entry.references.map((file) => `#: ${file}`),
    ...(entry.previous === undefined ? [] : ['#, fuzzy', `#| msgid ${quoted(entry.previous)}`]),
    ...(entry.context === undefined ? [] : [`msgctxt ${quoted(entry.context)}`]),
    `msgid ${quoted(entry.text)}`,
    ...(entry.plural === undefined
      ? [`msgstr ${quoted(entry.forms[0] ?? '')}`]
      : [
          `msgid_plural ${quoted(entry.plural)}`,
          ...entry.forms.map((form, index) => `msgstr[${index}] ${quoted(form)}`),
        ]),
  ]);
  return `${[first, ...blocks].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** False also for a translation of what was another text before, until somebody has read it. */
export const isTranslated = (entry: PoEntry | undefined): boolean =>
  entry !== undefined && entry.previous === undefined && entry.forms.length > 0 && !entry.forms.includes('');

/** Under which `words` looks a text up. */
export const keyOf = ({ context, text, plural }: Pick<PoEntry, 'context' | 'text' | 'plural'>): string =>
  context === undefined ? (plural ?? text) : contextKey(context, text);

/** Spaces at which no line may end, by language: before % and … (DIN 5008), before marks, after words of one letter. */
const NO_BREAKS: Record<string, [place: RegExp, space: string][]> = {
  de: [[/ (?=[%…])/g, '\u00a0']],
  fr: [
    [/ (?=[;!?])/g, '\u202f'],
    [/(?<=«) | (?=[:»])/g, '\u00a0'],
  ],
  pl: [[/(?<=(?:^|[\s(„])[aiouwz]) /gi, '\u00a0']],
};

const withNoBreaks = (form: string, language: string) =>
  (NO_BREAKS[language] ?? []).reduce((text, [place, space]) => text.replace(place, space), form);

/** What is translated, for `words`; a text without a translation, or without one of its forms, is left out. */
export function catalogueOf(entries: readonly PoEntry[], language: string): Catalogue {
  const categories = pluralCategories(language);
  const catalogue: Record<string, Entry> = {};
  for (const entry of entries) {
    const { plural, forms } = entry;
    if (!isTranslated(entry)) continue;
    const set = forms.map((form) => withNoBreaks(form, language));
    catalogue[keyOf(entry)] =
      plural === undefined
        ? (set[0] ?? '')
        : Object.fromEntries(categories.map((category, index) => [category, set[index] ?? set.at(-1)]));
  }
  return catalogue;
}

const newEntry = (): PoEntry => ({ text: '', forms: [], comments: [], references: [], notes: [] });

function comment(entry: PoEntry, line: string): void {
  if (line.startsWith('#.')) entry.comments.push(line.slice(2).trim());
  else if (line.startsWith('#:')) entry.references.push(...line.slice(2).trim().split(/\s+/));
  else if (line === '#' || line.startsWith('# ')) entry.notes.push(line.slice(1).trim());
  else if (line.startsWith('#,') && /\bfuzzy\b/.test(line)) entry.previous ??= '';
  else if (line.startsWith('#| msgid ')) entry.previous = unquoted(line.slice('#| msgid '.length));
  // Texts that are no longer used ('#~') and other flags are not kept.
}

function appender(entry: PoEntry, keyword: string): (text: string) => void {
  if (keyword === 'msgctxt') return (text) => (entry.context = (entry.context ?? '') + text);
  if (keyword === 'msgid') return (text) => (entry.text += text);
  if (keyword === 'msgid_plural') return (text) => (entry.plural = (entry.plural ?? '') + text);
  const form = Number(/\d/.exec(keyword)?.[0] ?? 0);
  return (text) => (entry.forms[form] = (entry.forms[form] ?? '') + text);
}

const quoted = (text: string) =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`;

const ESCAPES: Record<string, string> = { n: '\n', t: '\t' };
const unquoted = (text: string) =>
  text.slice(1, -1).replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter);
