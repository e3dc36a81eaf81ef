import { describe, expect, it } from 'vitest';
import type { PoEntry } from '../../shared/po.ts';
import { physicalIn } from './check-styles.ts';
import { faultsOf } from './check-translation.ts';
import { findTexts } from './find-texts.ts';
import { sortIntoParts } from './parts.ts';
import { merged } from './po-files.ts';
import { pseudo } from './pseudo.ts';

const IMPORT =
  "import { t, n, p, T } from '../lib/words.tsx';\nimport { msg, said, saidN } from '../../shared/words.ts';\n";
/** In a text of a test that has a template. */
const HOLE = ['$', '{name}'].join('');
const find = (body: string, file = 'web/features/x.tsx') => findTexts(file, IMPORT + body);
const textsIn = (body: string) =>
  find(body).texts.map(({ context, text, plural }) => [context, text, plural].filter(Boolean).join('|'));

describe('texts of a file', () => {
  it.each([
    ["const f = () => t('A {b}', { b });", ['A {b}']],
    ['const f = () => t(`It’s “this”`);', ['It’s “this”']],
    ["const f = () => p('verb', 'Open');", ['verb|Open']],
    ["const f = () => n(count, '1 page', '{n} pages');", ['1 page|{n} pages']],
    [
      "const TABLE = { a: msg('A'), b: said('B {c}', { c }), c: saidN(2, 'one', 'more') };",
      ['A', 'B {c}', 'one|more'],
    ],
    ["const f = () => t(late ? 'Late' : 'Early');", ['Late', 'Early']],
    ['const f = () => t(row.title);', []],
    [
      "const f = (words) => words.t('Of the server') + wordsFor(language).n(1, 'a', 'b');",
      ['Of the server', 'a|b'],
    ],
    ["const f = ({ words: { t: say } }) => say('Renamed');", ['Renamed']],
    ['const f = () => <T text="Read {more}." more={<b>{t(\'more\')}</b>} />;', ['Read {more}.', 'more']],
    ["const f = (map) => map.t('Not ours');", []],
  ])('%s', (source, texts) => {
    expect(textsIn(source)).toEqual(texts);
    expect(find(source).faults).toEqual([]);
  });

  it('of another module’s t are not ours', () => {
    expect(findTexts('web/a.ts', "import { t } from 'elsewhere'; t('No');").texts).toEqual([]);
  });

  it('have the remark above them', () => {
    const source =
      "const f = () => [\n  // Translators: the postage, not the seal\n  t('Stamp'),\n  t('Other'),\n];";
    expect(find(source).texts.map(({ comment }) => comment)).toEqual([
      'the postage, not the seal',
      undefined,
    ]);
  });

  it.each([
    [`const f = () => t(\`For ${HOLE}\`);`, 'literal'],
    ["const f = () => t('Two ' + 'halves');", 'literal'],
    [`const f = () => n(count, '1 page', \`${HOLE} pages\`);`, 'literal'],
    ["const title = t('Too early');", 'before the language is known'],
    ['const title = <T text="Too early" />;', 'before the language is known'],
    [`const f = () => <T text={\`For ${HOLE}\`} />;`, 'literal'],
    ["const f = () => <p>{t('Nothing is lost.')}{' '}{term}</p>;", 'side by side'],
    ['const f = () => <p><b>{t(\'Still writing?\')}</b> <T text="The desk closes." /></p>;', 'side by side'],
  ])('refuses %s', (source, fault) => {
    expect(find(source).faults.map(({ what }) => what)).toEqual([expect.stringContaining(fault)]);
  });

  it.each([
    ['<p>Hello</p>', 'Hello'],
    ["<p>{late ? 'Too late' : null}</p>", 'Too late'],
    ['<button aria-label="Close" />', 'Close'],
    [`<img alt={\`A photo of ${HOLE}\`} />`, 'A photo of'],
    ["<Field label={'Name'} />", 'Name'],
  ])('sees that %s is not worded', (source, text) => {
    expect(find(`const f = () => ${source};`).hardCoded.map(({ what }) => what)).toEqual([
      `'${text}' is not worded`,
    ]);
  });

  it.each([
    '<p>{name} · 3 × 4</p>',
    '<p>Slow Letters</p>',
    '<input type="email" name="address" />',
    '<p data-x="Hello" />',
  ])('lets %s stand', (source) => {
    expect(find(`const f = () => ${source};`).hardCoded).toEqual([]);
  });
});

describe('parts', () => {
  const source = (file: string, text: string, links = '') =>
    findTexts(file, `${links}\n${IMPORT}const f = () => t('${text}');`);
  const { texts, partsOfChunk } = sortIntoParts([
    source(
      'web/start.tsx',
      'first',
      "const g = () => [import('./pages.tsx'), import('./routes/sign-in.tsx')];",
    ),
    source(
      'web/pages.tsx',
      'frame',
      "const g = () => [import('./routes/my-letters.tsx'), import('./routes/credits.tsx')];",
    ),
    source('web/routes/sign-in.tsx', 'sign in', "import '../components/c.tsx';"),
    source('web/routes/my-letters.tsx', 'mine', "import '../features/y.ts'; import '../components/c.tsx';"),
    source('web/routes/credits.tsx', 'paid', "import '../features/y.ts'; import '../lib/city-of.ts';"),
    source('web/features/y.ts', 'of both'),
    source('web/components/c.tsx', 'of sign-in too'),
    source('templates/zine/mail.tsx', 'mine'),
    source('server/errors.ts', 'paid'),
    source('server/notices.ts', 'notice'),
  ]);
  it.each([
    ['first', ['first']],
    ['frame', ['pages']],
    ['mine', ['my-letters', 'templates']],
    ['paid', ['credits']],
    ['of both', ['pages']],
    ['of sign-in too', ['sign-in']],
    ['notice', ['server']],
  ])('%s is in %o', (text, parts) => {
    expect(texts.find((each) => each.text === text)?.parts).toEqual(parts);
  });

  it('a chunk asks for the parts of all that it imports', () => {
    expect(partsOfChunk.get('web/routes/my-letters.tsx')).toEqual(['sign-in', 'pages', 'my-letters']);
    expect(partsOfChunk.get('web/routes/sign-in.tsx')).toEqual(['sign-in']);
    expect(partsOfChunk.get('web/routes/credits.tsx')).toEqual(['pages', 'credits', 'cities']);
  });

  it('a text keeps its translation when it moves, and goes when it is not used', () => {
    const of = (text: string, form: string): PoEntry => ({
      text,
      forms: [form],
      comments: [],
      references: [],
      notes: [],
    });
    const before = {
      notes: ['Read by Ute.'],
      head: new Map([['Language', 'de']]),
      entries: [of('mine', 'meins'), of('gone', 'fort')],
    };
    const after = merged('de', new Map([['rest', before]]), { texts, partsOfChunk });
    expect(after.has('rest')).toBe(false);
    expect(after.get('my-letters')?.entries.map(({ forms }) => forms)).toEqual([['meins']]);
    expect(after.get('templates')?.notes).toEqual(['Read by Ute.']);
    expect(JSON.stringify([...after.values()])).not.toContain('gone');
  });
});

describe('translation', () => {
  const faults = (text: string, form: string | string[], plural?: string, loanWords: string[] = []) =>
    faultsOf(
      { text, plural, forms: [form].flat(), comments: [], references: [], notes: [] },
      'pl',
      new Set(loanWords),
    );

  it.each([
    ['To {name}', 'Do', '{name} of the English text is missing'],
    ['To you', 'Do {name}', '{name} is not in the English text'],
    ['Dear {{recipientName}}', 'Drogi {recipientName}', '{{recipientName}} of the English text is missing'],
    ['“Open”', '"Otwórz"', 'straight quotation mark'],
    ['It’s here', "Jest' tu", 'straight quotation mark'],
    ['Open', 'Open', 'is the English text'],
    ['Open', ' Otwórz', 'a space too many'],
  ])('of %s by %s', (text, form, fault) => {
    expect(faults(text, form).join()).toContain(fault);
  });

  it('by number: has all forms, and the number but where the form is of one number only', () => {
    expect(
      faults('1 photo', ['jedno zdjęcie', '{n} zdjęcia', '{n} zdjęć', '{n} zdjęcia'], '{n} photos'),
    ).toEqual([]);
    expect(faults('1 photo', ['{n} zdjęcie', '{n} zdjęć'], '{n} photos')[0]).toContain(
      'has 2 forms, not one, few, many, other',
    );
    expect(faults('1 photo', ['{n} a', 'kilka', '{n} c', '{n} d'], '{n} photos')).toEqual([
      'few: {n} of the English text is missing',
    ]);
  });

  it('may be the English text where that is listed, or where there are no words', () => {
    expect(faults('Museum', 'Museum', undefined, ['Museum'])).toEqual([]);
    expect(faults('{first} · {next}', '{first} · {next}')).toEqual([]);
  });
});

it.each([
  ['margin-left: 4px;', 1],
  ['  right: 0;', 1],
  ['text-align: left;', 1],
  ['border-top-left-radius: 2px;', 1],
  ['padding: 0 1px 0 2px;', 1],
  ['float: right;', 1],
  ['padding: 0 1px 2px 1px;', 0],
  ['inset: 50% auto auto 50%;', 0],
  ['margin-inline-start: 4px;', 0],
  ['text-align: start;', 0],
  ['background-position: right 2px top;', 0],
])('style %s: %i sides', (css, sides) => {
  expect(physicalIn('a.css', `.a {\n${css}\n}`)).toHaveLength(sides);
});

it('pseudo-language: is longer by two fifths, keeps names in braces, and has no letter as it was', () => {
  const text = pseudo('Sent to {name} and {{recipientName}} yesterday');
  expect(text).toMatch(/^\[Šéñt tó \{name\} áñd \{\{recipientName\}\} .*~\]$/);
  expect(text.replace(/\{+\w+\}+/g, '')).not.toMatch(/[aeiou]/);
});
