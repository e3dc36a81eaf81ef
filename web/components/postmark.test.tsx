import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, it } from 'vitest';
import { contextKey } from '../../packages/words/catalogue.ts';
import { readCatalogue } from '../../server/core/words.ts';
import { LANGUAGES } from '../../shared/languages.ts';
import { setProductName } from '../lib/product-name.ts';
import { addWords } from '../lib/words.tsx';
import { Postmark } from './postmark.tsx';

setProductName('Slow Letters');
afterAll(() => addWords('en', {}));

/** The lines of the word with their size, in units of which the mark has 100. */
function linesOf(word: string): [string, number][] {
  const markup = renderToStaticMarkup(<Postmark word={word} date={null} tone="success" />);
  return [...markup.matchAll(/font-size="([\d.]+)"[^>]*>([^<]+)<\/text>/g)].map(([, size, line = '']) => [
    line,
    Number(size),
  ]);
}

it('postmark: a short word fills the ring, a long word is set larger on a bridge, a long phrase in two lines', () => {
  expect(linesOf('sent')).toEqual([['SENT', 16]]);
  const [[, long = 0] = []] = linesOf('gescheitert');
  expect(long).toBeGreaterThan(9);
  expect(linesOf('wartet auf seinen Tag').map(([line]) => line)).toEqual(['WARTET AUF', 'SEINEN TAG']);
});

it('postmark: the status of a letter can be read in every language', () => {
  const ofStatus = contextKey('status of a letter', '');
  for (const language of LANGUAGES.filter((one) => one !== 'en')) {
    addWords(language, {});
    const statuses = Object.entries(readCatalogue(language)).filter(([key]) => key.startsWith(ofStatus));
    expect(statuses).toHaveLength(9);
    for (const [, status] of statuses)
      for (const [line, size] of linesOf(String(status)))
        expect(size, `${language}: ${line}`).toBeGreaterThan(7.7);
  }
});
