import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { shortKey } from '../../packages/words/catalogue.ts';
import { addWords, T } from './words.tsx';

it('T: a text runs in the direction of its own letters, an element as it is given', () => {
  const sentence = <T text="A letter from {name}, {day}." name="مريم" day={<b>today</b>} />;
  expect(renderToStaticMarkup(sentence)).toBe('A letter from <bdi>مريم</bdi>, <b>today</b>.');
});

it('T: French elides de before a name, as without an element', () => {
  addWords('fr', { [shortKey('A letter from {name}')]: 'Une lettre de {name}' });
  const named = (name: string) => renderToStaticMarkup(<T text="A letter from {name}" name={name} />);
  expect(named('Anna')).toBe('Une lettre d’<bdi>Anna</bdi>');
  expect(named('Maren')).toBe('Une lettre de <bdi>Maren</bdi>');
  addWords('en', {});
});
