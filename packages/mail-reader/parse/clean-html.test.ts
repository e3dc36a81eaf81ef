import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanHtml, wordsOf } from './clean-html.ts';
import { replyText } from './reply-text.ts';

const body = (html: string) => replyText({ text: null, html }).body;
const EXCEPTIONS = '<w:LsdException Locked="false" Priority="9" SemiHidden="true" Name="heading 1"/>'.repeat(
  371,
);
const STYLE =
  '<style><!-- p.MsoNormal, li.MsoNormal {margin:0cm; font-family:"Calibri",sans-serif;} a > b {x:y} --></style>';
const QUOTED = '<div id="appendonsend"></div><hr><b>From:</b> Maren<br><b>Sent:</b> Monday<br>Dear Ilse';

describe('Outlook and Word', () => {
  test.each([
    [
      'in a conditional comment',
      `<!--[if gte mso 9]><xml><w:LatentStyles>${EXCEPTIONS}</w:LatentStyles></xml><![endif]-->`,
    ],
    ['as tags', `<xml><w:LatentStyles DefLockedState="false">${EXCEPTIONS}</w:LatentStyles></xml>`],
    ['as tags outside <xml>', `<w:LatentStyles>${EXCEPTIONS}</w:LatentStyles>`],
    [
      'twice, in a comment within <head> that is never closed',
      `<head><!--[if gte mso 9]><xml>${EXCEPTIONS}${EXCEPTIONS}</xml><![endif]-->`,
    ],
    ['between declarations', `<![if !supportMisalignedColumns]><xml>${EXCEPTIONS}</xml><![endif]>`],
  ])('LsdException %s is no text and no depth', (_where, office) => {
    const html = `<html xmlns:w="urn:x">${STYLE}${office}<body><div class="WordSection1"><p class="MsoNormal">Thank you!<o:p></o:p></p></div>${QUOTED}</body></html>`;
    expect(body(html)).toBe('Thank you!');
    expect(wordsOf(html)).toMatch(/^Thank you!\s/);
  });

  test('an empty OLK_SRC_BODY_SECTION begins the quotation', () => {
    expect(body('<div>Thanks!</div><span id="OLK_SRC_BODY_SECTION"></span><div>Dear Ilse</div>')).toBe(
      'Thanks!',
    );
    expect(
      body(
        '<div>Thanks!</div><span id="OLK_SRC_BODY_SECTION"><div>Dear Ilse</div></span><div>And below.</div>',
      ),
    ).toBe('Thanks!\n\nAnd below.');
  });
});

test('a quotation is cut in HTML that is nested deeper than the converter can take', () => {
  const deep = `${'<div>'.repeat(3000)}far down${'</div>'.repeat(3000)}`;
  const html = `<div>${deep}</div><p>Thank you!</p><blockquote type="cite">Dear Ilse</blockquote>`;
  expect(body(html)).toBe('far down\n\nThank you!');
});

test.each([
  ['style that is never closed is no text', '<p>Yes.</p><style>p { x: y }', 'Yes.'],
  ['an element of Office that is never closed hides nothing', '<xml><p>Yes.</p>', 'Yes.'],
  ['a script with a tag in a string', "<script>document.write('</p><p>no')</script><p>Yes.</p>", 'Yes.'],
  ['a comment with a tag', '<!-- <div class="gmail_quote"> --><p>Yes.</p>', 'Yes.'],
  ['a comparison in prose', '<p>4 < 5 and a &lt;b&gt; stays</p>', '4 < 5 and a <b> stays'],
])('%s', (_what, html, expected) => {
  expect(body(html)).toBe(expected);
});

test('cleanHtml: closes every element, and none is deeper than 400', () => {
  const pieces = fc.constantFrom(
    '<div>',
    '</div>',
    '<p>',
    '<b>',
    '</b>',
    '<li>',
    '<br>',
    'word',
    '<o:p/>',
    '<td>',
    '<!--x-->',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 600 }), (parts) => {
      let depth = 0;
      for (const [, end, name = ''] of cleanHtml(parts.join('')).matchAll(/<(\/?)(\w+)[^>]*>/g)) {
        if (name === 'br' || name === 'o') continue;
        depth += end ? -1 : 1;
        expect(depth).toBeGreaterThanOrEqual(0);
        expect(depth).toBeLessThanOrEqual(400);
      }
      expect(depth).toBe(0);
    }),
    { numRuns: 50 },
  );
});
