import { expect, it } from 'vitest';
import { LANGUAGES } from '../../shared/languages.ts';
import { words } from '../../shared/words.ts';
import { catalogueOf, pluralCategories, readPo, writePo } from './po.ts';

const FILE = `# Voice: du.
msgid ""
msgstr ""
"Language: pl\\n"
"X-Voice: ty: warm\\n"

#. On the send button
#: web/a.tsx
#: web/b.tsx
msgctxt "verb"
msgid "Open \\"it\\"\\nnow"
msgstr "Otwórz \\\\ to"

# A note.
#: web/c.tsx
msgid "1 photo"
msgid_plural "{n} photos"
msgstr[0] "{n} zdjęcie"
msgstr[1] "{n} zdjęcia"
msgstr[2] "{n} zdjęć"

msgid "Not yet"
msgstr ""
`;

it('PO file: is read whole, and written as it was', () => {
  const { notes, head, entries } = readPo(FILE);
  expect(notes).toEqual(['Voice: du.']);
  expect(head.get('X-Voice')).toBe('ty: warm');
  expect(entries[0]).toEqual({
    context: 'verb',
    text: 'Open "it"\nnow',
    forms: ['Otwórz \\ to'],
    comments: ['On the send button'],
    references: ['web/a.tsx', 'web/b.tsx'],
    notes: [],
  });
  expect(writePo({ notes, head, entries })).toBe(FILE);
});

it('PO file: goes on over lines, with old and unused texts left out, as other programs write it', () => {
  const { entries } = readPo(
    '#, fuzzy\n#| msgid "Old"\nmsgid ""\n"Two "\n"lines"\nmsgstr "Zwei"\n" Zeilen"\nmsgid "Next"\nmsgstr "Weiter"\n#~ msgid "Gone"\n#~ msgstr "Fort"\n',
  );
  expect(entries.map(({ text, forms }) => [text, ...forms])).toEqual([
    ['Two lines', 'Zwei Zeilen'],
    ['Next', 'Weiter'],
  ]);
});

it.each(['msgid Open', 'msgid "Open', 'Open', 'msgstr[x] "a"'])(
  'PO file: a line %s is refused by its number',
  (line) => {
    expect(() => readPo(`msgid "a"\nmsgstr "b"\n\n${line}\n`)).toThrow('Line 4 ');
  },
);

it('catalogue: has what is translated, by the key under which it is looked up', () => {
  const catalogue = catalogueOf(readPo(FILE).entries, 'pl');
  expect(Object.keys(catalogue)).toEqual(['verb\u0004Open "it"\nnow', '{n} photos']);
  const { n, p, t } = words('pl', catalogue);
  expect([n(1, '1 photo', '{n} photos'), n(5, '1 photo', '{n} photos')]).toEqual(['1 zdjęcie', '5 zdjęć']);
  expect(p('verb', 'Open "it"\nnow')).toBe('Otwórz \\ to');
  expect(t('Not yet')).toBe('Not yet');
});

it('PO file: a fuzzy translation is kept with what it was made for, and not shown', () => {
  const file = `${FILE}\n#, fuzzy\n#| msgid "Send"\nmsgid "Send it"\nmsgstr "Wyślij"\n`;
  const { entries, ...rest } = readPo(file);
  expect(entries.at(-1)).toMatchObject({ text: 'Send it', previous: 'Send', forms: ['Wyślij'] });
  expect(writePo({ ...rest, entries })).toBe(file);
  expect(Object.keys(catalogueOf(entries, 'pl'))).not.toContain('Send it');
});

it.each([
  ['de', '{percent} % und weiter …', '{percent}\u00a0% und weiter\u00a0…'],
  ['fr', 'Tu reviens ; déjà : oui !', 'Tu reviens\u202f; déjà\u00a0: oui\u202f!'],
  ['fr', 'dans « Mes lettres »', 'dans «\u00a0Mes lettres\u00a0»'],
  ['pl', 'A ja i ty w domu (z psem)', 'A\u00a0ja i\u00a0ty w\u00a0domu (z\u00a0psem)'],
  ['es', 'y a la mesa', 'y a la mesa'],
])('catalogue: %s has no line that ends at a space in %j', (language, form, set) => {
  const entry = { text: 'Text', forms: [form], comments: [], references: [], notes: [] };
  expect(catalogueOf([entry], language)).toEqual({ Text: set });
});

/** Cardinals of CLDR 47, 'Language Plural Rules': which form each of these numbers takes; all others take 'other'. */
const NUMBERS = [0, 1, 2, 3, 5, 11, 21, 22, 100, 1000];
const FORMS: Record<string, Record<string, number[]>> = {
  en: { one: [1] },
  de: { one: [1] },
  nl: { one: [1] },
  es: { one: [1] },
  it: { one: [1] },
  fr: { one: [0, 1] },
  'pt-BR': { one: [0, 1] },
  pl: { one: [1], few: [2, 3, 22], many: [0, 5, 11, 21, 100, 1000] },
  ja: {},
  ar: { zero: [0], one: [1], two: [2], few: [3, 5], many: [11, 21, 22] },
};

it.each(LANGUAGES)('%s: each number takes the form that CLDR gives it', (language) => {
  const categories = pluralCategories(language);
  const others = language === 'pl' ? [] : ['other'];
  expect(categories).toEqual([...Object.keys(FORMS[language] ?? {}), ...others]);
  const forms = categories.map((category) => `${category} {n}`);
  const entry = { text: 'one', plural: 'other', forms, comments: [], references: [], notes: [] };
  const { n } = words(language, catalogueOf([entry], language));
  for (const number of NUMBERS) {
    const [expected] = Object.entries(FORMS[language] ?? {}).find(([, taking]) =>
      taking.includes(number),
    ) ?? ['other'];
    const [form] = n(number, 'one', 'other').split(' ');
    expect([number, form]).toEqual([number, expected]);
  }
});
