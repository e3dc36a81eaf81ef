import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEMPLATE_IDS } from '../shared/templates.ts';
import { loadTemplates } from '../templates/render-template.tsx';
import { testLetterMail, testPhotos } from '../test/support/letter-mail.ts';
import { findChromium } from './find-chromium.ts';
import { launchChromium } from './launch-chromium.ts';
import { contrast, forcedDark, inverted, type Rgb } from './template-colours.ts';

const renderTemplate = await loadTemplates();

/** In CI a missing browser is a failure: no other test measures the rendered templates. */
const mayRun = (await findChromium()) !== null || process.env.CI === 'true';

const STOP_URL = 'https://letters.example/l/abc/stop';
const LETTER = testLetterMail({
  photos: testPhotos(2),
  webUrl: 'https://letters.example/l/abc',
  stopUrl: STOP_URL,
  envelope: true,
  message:
    'Dear Ilse,\n\nI planted the plum tree four years ago and it flowered at last this March, white and loud with bees.\n\nRead slowly.\n\nMaren',
});

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage({ viewport: { width: 390, height: 800 } });
});
afterAll(() => browser?.close());

/** Some text on the screen, its colour, and that of what is behind it. */
interface Shown {
  text: string;
  colour: Rgb;
  behind: Rgb;
  /** 24 px, or 18.66 px and bold (WCAG 2.2, large-scale text) */
  large: boolean;
  /** of the link that it stands in; empty outside of one */
  link: string;
}

/** Every text node that is to be read. Ornaments are left out. */
function shownTexts(): Promise<Shown[]> {
  return page.evaluate(() => {
    const channels = (css: string) => (css.match(/[\d.]+/g) ?? []).map(Number);
    function behind(element: Element | null): [number, number, number] {
      if (!element) return [255, 255, 255];
      const [r = 0, g = 0, b = 0, alpha = 1] = channels(getComputedStyle(element).backgroundColor);
      if (alpha === 1) return [r, g, b];
      const under = behind(element.parentElement);
      return [r, g, b].map((own, index) => own * alpha + (under[index] ?? 0) * (1 - alpha)) as typeof under;
    }
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.nodeValue?.trim() ?? '';
      const element = node.parentElement;
      if (!text || !element?.checkVisibility() || element.closest('[aria-hidden]')) continue;
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const size = Number.parseFloat(fontSize);
      const [r = 0, g = 0, b = 0] = channels(color);
      found.push({
        text,
        colour: [r, g, b] as [number, number, number],
        behind: behind(element),
        large: size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700),
        link: element.closest('a')?.href ?? '',
      });
    }
    return found;
  });
}

/**
 * What Thunderbird's dark reader does (comm/mail/base/content/DarkReader.mjs, 153), and the colours below it
 * (messageBody.css): light backgrounds go, dark text on none goes, what lies between stays.
 */
function readInThunderbird(): Promise<void> {
  return page.evaluate(() => {
    const LUMINANCE = 200;
    const CONTRAST = 3.5;
    const rgba = (css: string) => {
      const probe = document.createElement('i');
      probe.style.color = css;
      document.documentElement.append(probe);
      const [r = 0, g = 0, b = 0, a = 1] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number);
      probe.remove();
      return { r, g, b, a };
    };
    const luminance = (css: string) => {
      if (!CSS.supports('color', css)) return 0;
      const { r, g, b } = rgba(css);
      return 0.2125 * r + 0.7154 * g + 0.0721 * b;
    };
    const ratio = (one: number, other: number) =>
      (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    function sanitize(style: CSSStyleDeclaration): void {
      const { color, backgroundColor, backgroundImage } = style;
      if (!color && !backgroundColor && !backgroundImage) return;
      if (!backgroundColor || rgba(backgroundColor).a <= 0.2) {
        if (luminance(color) <= LUMINANCE) style.removeProperty('color');
        return;
      }
      const light = luminance(backgroundColor) > LUMINANCE;
      if (light || (color && ratio(luminance(color), luminance(backgroundColor)) < CONTRAST)) {
        style.removeProperty('background-color');
        if (color && luminance(color) <= LUMINANCE) style.removeProperty('color');
      }
      if (backgroundImage.includes('gradient')) style.removeProperty('background-image');
    }
    const { body } = document;
    body.removeAttribute('bgcolor');
    body.style.removeProperty('background-color');
    body.style.removeProperty('color');
    const styled = ':is([style*="color"],[style*="background"],[bgcolor],[color])';
    for (const node of document.querySelectorAll<HTMLElement>(styled)) {
      node.removeAttribute('bgcolor');
      node.removeAttribute('color');
      if (node.hasAttribute('style')) sanitize(node.style);
    }
    const own = document.createElement('style');
    own.textContent = 'html{background-color:#18181b;color:#eeeef0}a:link{color:#58c9ff}';
    document.head.prepend(own);
  });
}

/** Texts that cannot be read, each with its contrast. @param seen what becomes of the colours */
function unreadable(texts: Shown[], seen: (one: Shown) => [Rgb, Rgb] = (one) => [one.colour, one.behind]) {
  return texts.flatMap((one) => {
    const ratio = contrast(...seen(one));
    return ratio < (one.large ? 3 : 4.5) ? [`${ratio.toFixed(2)} ${one.text}`] : [];
  });
}

async function open(html: string, colorScheme: 'light' | 'dark'): Promise<Shown[]> {
  await page.emulateMedia({ colorScheme });
  await page.setContent(html);
  return shownTexts();
}

describe.runIf(mayRun).each(TEMPLATE_IDS)('%s: every word and link can be read', (id) => {
  const html = renderTemplate(id, LETTER);
  const withoutMedia = html.replaceAll(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');

  it('by day, inverted, and where a program makes pages dark by force', async () => {
    const texts = await open(withoutMedia, 'light');
    expect(texts.filter(({ link }) => link === STOP_URL)).toHaveLength(1);
    expect(texts.length).toBeGreaterThan(12);
    expect(unreadable(texts)).toEqual([]);
    expect(unreadable(texts, (one) => [inverted(one.colour), inverted(one.behind)])).toEqual([]);
    expect(
      unreadable(texts, (one) => [forcedDark(one.colour, 'text'), forcedDark(one.behind, 'wall')]),
    ).toEqual([]);
  });

  it('printed', async () => {
    await page.emulateMedia({ media: 'print' });
    const texts = await open(html, 'light');
    await page.emulateMedia({ media: 'screen' });
    expect(texts.map(({ behind }) => behind)).toEqual(texts.map(() => [255, 255, 255]));
    expect(unreadable(texts)).toEqual([]);
  });

  it('in its own dark colours', async () => {
    expect(unreadable(await open(html, 'dark'))).toEqual([]);
  });

  it.each([
    ['with', html],
    ['without', withoutMedia],
  ])('in Thunderbird’s dark reader, %s media queries', async (_, shown) => {
    await open(shown, 'dark');
    await readInThunderbird();
    expect(unreadable(await shownTexts())).toEqual([]);
  });
});
