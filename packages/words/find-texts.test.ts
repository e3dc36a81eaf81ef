import { describe, expect, it } from 'vitest';
import { findTexts } from './find-texts.ts';

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

  it.each([
    ["t('{a}', { a: n(2, '1 photo', '{n} photos') })", { a: 'a number with its noun' }],
    ["t('{a}', { a: listInWords(names, 'de') })", { a: 'a list' }],
    ["t('{a}', { a: longDay(letter.sentAt) })", { a: 'a date or time' }],
    ["t('{maximum}', { maximum: LETTERS_EACH })", { maximum: 'a number' }],
    ["t('{letters}', { letters: LIMITS.verifiedADay })", {}],
    ["t('{url}', { url: productUrl })", {}],
    ["t('{sender}', { sender: t('you') })", { sender: 'words' }],
    ["t('{name}', { name: row.recipient })", { name: 'a name' }],
    ["t('{a}', { a: other })", {}],
    ['<T text="{a}" a={<b>here</b>} />', { a: 'a link or other words that are marked' }],
  ])('tell what stands in the braces: %s', (call, kinds) => {
    const { texts } = find(`const f = () => ${call};`);
    expect(texts.find(({ text }) => text.startsWith('{') && text !== '{n} photos')?.kinds).toEqual(kinds);
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
