import { expect, it } from 'vitest';
import { TEMPLATE_IDS } from '../../../shared/templates.ts';
import { stylesheet } from './stylesheet.ts';

const [tokens = '', ...rest] = stylesheet.split('\n}\n');

it('stylesheet: has the style of every template', () => {
  for (const id of TEMPLATE_IDS) expect(stylesheet).toContain(`\n.${id} {`);
});

it('stylesheet: defines every custom property that it uses, without a value of a template from the tokens', () => {
  const used = new Set([...stylesheet.matchAll(/var\((--(?!letter-)[\w-]+)/g)].map(([, name]) => name));
  const defined = new Set([...tokens.matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name]) => name));
  expect(used.size).toBeGreaterThan(20);
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
  expect(rest.join('\n')).not.toMatch(/^ {2}--(?!letter-)/m);
});

it('stylesheet: loads nothing from elsewhere', () => {
  expect(stylesheet).not.toMatch(/url\(|@import|@font-face/);
});

it('stylesheet: letters grow with the size of text that their reader chose, and their lines with them', () => {
  expect(stylesheet).not.toMatch(/(?:font-size|line-height): [^;]*\dpx|font: \d{3} \d+px|-title:[^;]*\dpx/);
});
