import { describe, expect, it } from 'vitest';
import { faultsOf } from './check-translation.ts';
import { pseudo } from './pseudo.ts';

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
    expect(faults('1 photo', ['jedno zdjęcie', '{n} zdjęcia', '{n} zdjęć'], '{n} photos')).toEqual([]);
    expect(faults('1 photo', ['{n} zdjęcie', '{n} zdjęć'], '{n} photos')[0]).toContain(
      'has 2 forms, not one, few, many',
    );
    expect(faults('1 photo', ['{n} a', 'kilka', '{n} c'], '{n} photos')).toEqual([
      'few: {n} of the English text is missing',
    ]);
  });

  it('may be the English text where that is listed, or where there are no words', () => {
    expect(faults('Museum', 'Museum', undefined, ['Museum'])).toEqual([]);
    expect(faults('{first} · {next}', '{first} · {next}')).toEqual([]);
  });
});

it('pseudo-language: is longer by two fifths, keeps names in braces, and has no letter as it was', () => {
  const text = pseudo('Sent to {name} and {{recipientName}} yesterday');
  expect(text).toMatch(/^\[Šéñt tó \{name\} áñd \{\{recipientName\}\} .*~\]$/);
  expect(text.replace(/\{+\w+\}+/g, '')).not.toMatch(/[aeiou]/);
});
