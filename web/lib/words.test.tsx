import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { T } from './words.tsx';

it('T: a text runs in the direction of its own letters, an element as it is given', () => {
  const sentence = <T text="A letter from {name}, {day}." name="مريم" day={<b>today</b>} />;
  expect(renderToStaticMarkup(sentence)).toBe('A letter from <bdi>مريم</bdi>, <b>today</b>.');
});
