import { describe, expect, it } from 'vitest';
import { TEMPLATE_BY_ID, TEMPLATE_IDS } from '../shared/templates.ts';
import { words } from '../shared/words.ts';
import { testLetterMail, testPhotos } from '../test/support/letter-mail.ts';
import { loadTemplates } from './render-template.tsx';

const renderTemplate = await loadTemplates();

const HOSTILE = '"><img src=x onerror=alert(1)><script>alert(2)</script>\'';

function bytes(html: string): number {
  return new TextEncoder().encode(html).length;
}

function attributes(html: string, tag: string, name: string): string[] {
  const found = [...html.matchAll(new RegExp(`<${tag}\\b[^>]*?\\b${name}="([^"]*)"`, 'g'))];
  return found.map((match) => match[1] ?? '');
}

/** The text between tags, as a reader gets it. */
function readable(html: string): string {
  return html
    .replace(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|<div style="display:none[^>]*>[^<]*<\/div>/g, '')
    .replace(/<br\/>|<\/p>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ');
}

describe.each(TEMPLATE_IDS)('renderTemplate for %s', (id) => {
  it.each([1, 2, 3, 5, 20])('is a whole document with all of %i photos in order', (count) => {
    const photos = testPhotos(count);
    const page = 'https://letters.example/l/abc';
    const links = {
      webUrl: page,
      stopUrl: `${page}/stop`,
      stampUrl: 'https://letters.example/credits?stamp',
    };
    const letter = testLetterMail({ photos, ...links });
    const html = renderTemplate(id, letter);

    expect(html).toMatch(/^<!doctype html>\n<html lang="en"/);
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toContain('<title>A letter from Maren Oakes, Saturday 14 March</title>');
    expect(attributes(html, 'img', 'src')).toEqual(photos.map(({ src }) => src));
    expect(attributes(html, 'img', 'alt')).toEqual(photos.map(({ alt }) => alt));
    expect(attributes(html, 'img', 'width').every((width) => Number(width) <= 640)).toBe(true);
    expect(attributes(html, 'img', 'height'), 'Yahoo would squash a photo that has one').toEqual([]);
    expect(html.match(/<img\b[^>]*aspect-ratio:auto \d+\/\d+/g)).toHaveLength(count);

    const known = [letter.productUrl, `${page}#answer`, ...Object.values(links)];
    expect(attributes(html, 'a', 'href').filter((href) => !known.includes(href))).toEqual([]);
    expect(attributes(html, 'a', 'href')).toHaveLength(known.length);
    expect(html.replaceAll(/https:\/\/letters\.example|http:\/\/www\.w3\.org\/1999\/xhtml/g, '')).not.toMatch(
      /https?:\/\/|url\(|@import|@font-face/,
    );

    expect(html).not.toMatch(/<script|<link|undefined|\[object|NaN|null/);
    expect(attributes(html, 'table', 'role').every((role) => role === 'presentation')).toBe(true);
    expect(html.match(/<table\b/g)?.length).toBe(attributes(html, 'table', 'role').length);
    expect(html.match(/<!--\[if mso\]>/g)).toHaveLength(3);
    expect(html.match(/<!\[endif\]-->/g)).toHaveLength(3);
    expect(html).toContain(
      `${TEMPLATE_BY_ID[id].preheader(count, words('en'))}. Maren Oakes wrote to you by hand. Dear Ilse, The plum tree`,
    );
    expect(renderTemplate(id, letter)).toBe(html);
  });

  it('has the whole message once, and how to answer', () => {
    const text = readable(renderTemplate(id, testLetterMail()));
    for (const part of ['Dear Ilse,', 'The plum tree flowered.\nAt last.', 'Maren'])
      expect(text).toContain(part);
    expect(text.split('plum tree')).toHaveLength(2);
    expect(text).toContain('Reply to this e-mail and your words go straight back to Maren Oakes.');
    expect(text).toContain('Written by hand, sent with Slow Letters.');
  });

  it('calls people by their whole names, and the recipient as the writer does', () => {
    const named = { senderName: 'Aunt Anna', recipientName: 'Mr. Adeyemi', message: '' };
    const whole = readable(renderTemplate(id, testLetterMail(named)));
    expect(whole.match(/\bMr\.(?! Adeyemi)|\bAunt(?! Anna)/g)).toBeNull();
    expect(whole).toContain('your words go straight back to Aunt Anna.');
    const greeted = readable(renderTemplate(id, testLetterMail({ ...named, greetingName: 'Grandpa' })));
    const calls = whole.split('Mr. Adeyemi').length;
    expect(greeted.split(/Mr\. Adeyemi|Grandpa/)).toHaveLength(calls);
    if (['museum', 'zine', 'storybook'].includes(id)) expect(greeted).toContain('Grandpa');
  });

  it('has the typed words before or after the handwriting, and nothing in the place of none', () => {
    const typed = testLetterMail({ photos: testPhotos(6), message: 'One.\n\nTwo.\n\nThree.' });
    const html = renderTemplate(id, typed);
    const [first = 0, ...others] = [...html.matchAll(/<img\b/g)].map(({ index }) => index);
    const last = others.at(-1) ?? 0;
    const words = ['One.', 'Two.', 'Three.'].map((word) => html.lastIndexOf(word));
    expect(words.every((at) => at < first) || words.every((at) => at > last)).toBe(true);
    const between = readable(html.slice(html.indexOf('<p dir="auto"'), html.lastIndexOf('Three.')));
    expect(between.replace(/\s+/g, ' ').trim()).toBe('One. Two.');
    const empty = readable(renderTemplate(id, { ...typed, message: '' }));
    expect(empty.replace(/\s+/g, '')).toBe(readable(html).replace(/\s+/g, '').replace('One.Two.Three.', ''));
  });

  it('has the writer’s line over the letter in the place of its own, or none', () => {
    const own = TEMPLATE_BY_ID[id].preheader(3, words('en'));
    const changed = renderTemplate(id, testLetterMail({ heading: 'For your eightieth birthday!' }));
    expect(changed).not.toContain(own);
    expect(changed).toContain('For your eightieth birthday! Maren Oakes wrote to you by hand.');
    expect(readable(changed).split('For your eightieth birthday!')).toHaveLength(2);
    const none = renderTemplate(id, testLetterMail({ heading: '' }));
    expect(none).not.toContain(own);
    expect(none).toContain('>Dear Ilse, The plum tree flowered. At last. Maren</div>');
  });

  it('keeps every letter of a message with a drop capital', () => {
    const story =
      'Élan is what it takes to plant a plum tree and then to wait four years for its first white flower.';
    const text = readable(
      renderTemplate(id, testLetterMail({ message: `Dear Ilse,\n\n${story}\n\nMaren\n\nOakes` })),
    );
    expect(text).toContain(story);
  });

  it('has no link to photos or web page when the letter has none', () => {
    const html = renderTemplate(id, testLetterMail());
    expect(attributes(html, 'a', 'href')).toEqual(['https://letters.example/']);
    expect(html).not.toMatch(/Open in the browser|Write back by hand/);
  });

  it('escapes every user text', () => {
    const hostile = {
      senderName: HOSTILE,
      recipientName: HOSTILE,
      recipientEmail: HOSTILE,
      productName: HOSTILE,
    };
    const photos = testPhotos(4).map((photo) => ({ ...photo, alt: HOSTILE }));
    const html = renderTemplate(
      id,
      testLetterMail({ ...hostile, message: `${HOSTILE}\n\n${HOSTILE}\n\n${HOSTILE}`, photos }),
    );
    expect(html.match(/<img\b/g)).toHaveLength(4);
    expect(html).not.toContain('<script');
    expect(html.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\sonerror/);
    expect(html.match(/<title>/g)).toHaveLength(1);
  });

  it('accepts an empty message, empty names, no photos and photos of unknown size', () => {
    const photos = testPhotos(2).map((photo) => ({ ...photo, width: 0, height: 0, alt: ' ' }));
    const bare = testLetterMail({ message: '', senderName: '', recipientName: '', photos });
    const html = renderTemplate(id, bare);
    expect(html).not.toMatch(/undefined|\[object|NaN|Infinity|null/);
    expect(html).not.toMatch(/<p dir="auto"[^>]*><\/p>/);
    expect(attributes(html, 'img', 'alt')).toEqual(Array(2).fill('A photo of the handwritten letter'));
    expect(renderTemplate(id, { ...bare, photos: [] })).not.toContain('<img');
  });

  it('sets the text direction of each paragraph by itself, and wraps long words', () => {
    const message = `יעל יקרה,\n\nכתבתי לך מכתב ביד\n\n${'W'.repeat(400)}\n\n親愛なる友へ 🌸\n\nנועה`;
    const html = renderTemplate(id, testLetterMail({ message }));
    const directed = [...html.matchAll(/<p [^>]*dir="auto"[^>]*>/g)];
    expect(directed).toHaveLength(5);
    expect(html).toContain('word-break:break-word;word-wrap:break-word;overflow-wrap:anywhere');
    expect(html).toContain('W'.repeat(400));
    expect(html).toContain('親愛なる友へ 🌸');
  });

  it('enlarges a small photo to at most 1.5 times its size', () => {
    const html = renderTemplate(
      id,
      testLetterMail({ photos: [{ src: 'cid:tiny', width: 100, height: 200, alt: 'tiny' }] }),
    );
    expect(html).toMatch(/<img src="cid:tiny" width="150"[^>]*max-width:150px/);
  });

  const quotes = `${'"'.repeat(2500)}\n\n${"'".repeat(2498)}`;
  const tiny = 'a\n\n'.repeat(1666);
  const paragraphs = `${'"'.repeat(23)}\n\n`.repeat(200);
  it.each([
    ['ampersands', '&'.repeat(5000), '&'],
    ['quotes', quotes, '"'],
    ['paragraphs of one letter', tiny, 'x'],
    ['quotes in many paragraphs', paragraphs, '"'],
    ['lines of one letter', 'a\n'.repeat(2500), 'x'],
    ['Han', '愛'.repeat(5000), '愛'],
  ])('stays under 102 KB with 20 photos and 5,000 %s', (_, message, sign) => {
    const photos = testPhotos(20).map((photo) => ({
      ...photo,
      src: `cid:${'0123456789abcdef'.repeat(3)}@letters.example`,
      alt: sign.repeat(1000),
    }));
    const names = { senderName: sign.repeat(60), recipientName: sign.repeat(200) };
    const html = renderTemplate(
      id,
      testLetterMail({
        ...names,
        heading: sign.repeat(120),
        envelope: true,
        message,
        photos,
        webUrl: 'https://letters.example/l/abc',
        stopUrl: 'https://letters.example/l/abc/stop',
        stampUrl: 'https://letters.example/credits?stamp',
      }),
    );
    expect(bytes(html)).toBeLessThan(102 * 1024);
    expect(html.match(/<img\b/g)).toHaveLength(20);
  });
});

it('storybook: sets the name under a letter of one paragraph as its sign-off', () => {
  expect(renderTemplate('storybook', testLetterMail())).toMatch(/text-align:right">Maren<\/p>/);
});

it('French: de is elided before an element with a name, too', () => {
  const french = words('fr', { 'A letter from {sender}': 'Une lettre de {sender}' });
  const html = renderTemplate('zine', testLetterMail({ senderName: 'Anna Oakes', words: french }));
  expect(readable(html)).toMatch(/Une lettre d’Anna Oakes/);
});
