import { describe, expect, it } from 'vitest';
import { wordsFor } from '../server/core/words.ts';
import { LANGUAGES } from '../shared/languages.ts';
import { TEMPLATE_IDS } from '../shared/templates.ts';
import { testLetterMail, testPhotos } from '../test/support/letter-mail.ts';
import { fitType } from './parts/fit-type.ts';
import { renderPlainText } from './plain-text.ts';
import { loadTemplates } from './render-template.tsx';
import { cssInScript } from './script-style.ts';
import { letterSubject } from './subject.ts';

const renderTemplate = await loadTemplates();
const page = 'https://letters.example/l/abc';

it.each(LANGUAGES)(
  'letters in %s: whole on every template, in its direction and within the limit',
  (language) => {
    const letter = testLetterMail({
      words: wordsFor(language),
      envelope: true,
      photos: testPhotos(20),
      webUrl: page,
      stopUrl: `${page}/stop`,
    });
    const isRightToLeft = language === 'ar';
    const opening = isRightToLeft ? '<html lang="ar" dir="rtl" ' : `<html lang="${language}" xmlns`;
    expect(`${letterSubject(letter)}\n${renderPlainText(letter)}`).not.toMatch(/[{}]|undefined/);
    for (const id of TEMPLATE_IDS) {
      const html = renderTemplate(id, letter);
      const said = html.replace(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|<[^>]*>/g, '');
      expect(said, id).not.toMatch(/[{}]|undefined/);
      expect(html, id).toContain(`<!doctype html>\n${opening}`);
      expect(html.includes('dir="rtl"'), id).toBe(isRightToLeft);
      // Gmail drops what html and body say.
      expect(html.replace(/<(?:html|body)[^>]*>/g, ''), id).toContain(`lang="${language}"`);
      if (['ar', 'ja'].includes(language)) expect(html, id).not.toMatch(/letter-spacing|text-transform/);
      expect(new TextEncoder().encode(html).length, id).toBeLessThan(102 * 1024);
    }
  },
);

it('a drop capital stands on the left of its words, in an Arabic letter too', () => {
  const message = `Dear Ilse,\n\n${'I planted the plum tree. '.repeat(5)}\n\nMaren`;
  const html = renderTemplate('storybook', testLetterMail({ words: wordsFor('ar'), message }));
  expect(html).toMatch(/<p dir="auto"[^>]*><span dir="ltr" style="float:left;padding:8px 10px 0 0;[^>]*>I</);
});

it('a name in signs that break anywhere is set so small that it stays on one line', () => {
  const room = { room: 252, smallest: 20, largest: 92, narrow: 0.82, lines: 2 };
  expect(fitType('田中花子', room)).toBe(252 / 4);
  expect(fitType('田中花子からの手紙です', room)).toBe(36);
});

describe('style of a template in another script', () => {
  const css =
    'padding:1px 2px 3px 4px;margin:0 auto 3px;border-left:1px solid;padding-right:5px!important;text-align:right;float:left;border-color:#111 #222 #333 #444;letter-spacing:4px;font-style:italic;text-transform:uppercase';

  it('changes sides where it runs from the right, but for the light on a frame', () => {
    expect(cssInScript(css, 'ar')).toBe(
      'padding:1px 4px 3px 2px;margin:0 auto 3px;border-right:1px solid;padding-left:5px!important;text-align:left;float:right;border-color:#111 #222 #333 #444;',
    );
  });

  it('has no space between letters, no slant and no capitals in Japanese, and is as it was in German', () => {
    expect(cssInScript(css, 'ja')).toBe(
      css.replace(';letter-spacing:4px;font-style:italic;text-transform:uppercase', ';'),
    );
    expect(cssInScript(css, 'de')).toBe(css);
  });
});
