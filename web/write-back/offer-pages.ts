import type { Picture } from '../../packages/page-finder/picture.ts';
import { openPage } from '../features/page-scan/page-reader.ts';

/** Longer edge of the pictures before and after, pixels: twice that on the screen. */
const SHOWN_LONGEST = 400;

type ByPlural = Partial<Record<Intl.LDMLPluralRule, string>>;
/** In the words of the server (`answer-section.ts`). */
interface StripWords {
  looking: string;
  none: string;
  offered: ByPlural;
  straight: ByPlural;
  straighten: string;
  undo: string;
  one: string;
  before: string;
  after: string;
  seen: string;
}

interface AnswerPhoto {
  /** id of a photo that the server has, or index of a chosen file */
  photo: string | number;
  src: string | Blob;
  /** its number in the answer, from 1 */
  number: number;
}

let runs = 0;

/** Looks for pages in the photos of the form around the strip, one after the other, and shows in the strip what is found. */
export async function offerPages(strip: HTMLElement): Promise<void> {
  runs += 1;
  const run = runs;
  const photos = photosOf(strip);
  const offer = openStrip(strip);
  strip.hidden = photos.length === 0;
  for (const photo of photos) {
    const page = await pageIn(photo).catch((cause: unknown) =>
      console.info('The page of a photo could not be looked for', cause),
    );
    if (run !== runs) return;
    if (page) offer.add(photo, page);
  }
  offer.end();
}

function photosOf(strip: HTMLElement): AnswerPhoto[] {
  const form = strip.closest('form');
  const entries = [...(form?.querySelectorAll('.kept li') ?? [])];
  const kept = entries.flatMap((entry, index) => {
    const photo = entry.querySelector<HTMLInputElement>('[name="photo"]')?.value;
    const shown = entry.querySelector('img')?.src;
    if (!photo || !shown || entry.querySelector('[name="straight"]')) return [];
    return [{ photo, src: shown.replace('=thumbnail', '=mail'), number: index + 1 }];
  });
  const files = form?.querySelector<HTMLInputElement>('[type="file"]')?.files ?? [];
  const chosen = [...files].map((src, photo) => ({ photo, src, number: entries.length + photo + 1 }));
  return [...kept, ...chosen];
}

interface Page {
  value: string;
  before: Picture | null;
  after: Picture | null;
}

/** Null without a page that is sure. */
async function pageIn({ photo, src }: AnswerPhoto): Promise<Page | null> {
  const reader = openPage(src);
  try {
    const found = await reader.find();
    if (!found?.isSure) return null;
    const { corners } = found;
    return {
      value: JSON.stringify({ photo, corners }),
      before: await reader.draw({ corners: null, light: 0, longest: SHOWN_LONGEST }),
      after: await reader.draw({ corners, light: 1, longest: SHOWN_LONGEST }),
    };
  } finally {
    reader.close();
  }
}

function openStrip(strip: HTMLElement) {
  const words: StripWords = JSON.parse(strip.dataset.words ?? '{}');
  const { lang } = document.documentElement;
  const rules = new Intl.PluralRules(lang);
  const digits = new Intl.NumberFormat(lang);
  const boxes: HTMLInputElement[] = [];
  let isLooking = true;
  const sentence = made('p', { role: 'status' });
  const button = made('button', { type: 'button', class: 'line' });
  const list = made('ol', {});
  const seen = made('p', { class: 'dim' }, words.seen);
  strip.replaceChildren(sentence, list, button, seen);

  const update = () => {
    const wanted = boxes.filter(({ checked }) => checked).length;
    // No longer true when one more page is found, which is then offered.
    const isStraight = wanted === boxes.length;
    const said = isStraight ? words.straight : words.offered;
    const count = rules.select(isStraight ? wanted : boxes.length - wanted);
    sentence.textContent = boxes.length > 0 ? (said[count] ?? '') : isLooking ? words.looking : words.none;
    button.textContent = isStraight ? words.undo : words.straighten;
    button.hidden = boxes.length === 0;
    seen.hidden = wanted === 0;
  };
  button.addEventListener('click', () => {
    const isStraight = boxes.every(({ checked }) => checked);
    for (const box of boxes) box.checked = !isStraight;
    update();
  });
  update();

  return {
    add: ({ number }: AnswerPhoto, { value, before, after }: Page) => {
      const numbered = (text: string) => text.replace('{number}', digits.format(number));
      const box = made('input', { type: 'checkbox', name: 'straight', value });
      box.addEventListener('change', update);
      boxes.push(box);
      const label = made('label', {});
      label.append(box, ` ${numbered(words.one)}`);
      const entry = made('li', {});
      entry.append(drawn(before, numbered(words.before)), drawn(after, numbered(words.after)), label);
      list.append(entry);
      update();
    },
    end: () => {
      isLooking = false;
      // Nothing to say beside the fields of pages that were straightened before.
      strip.hidden ||=
        boxes.length === 0 && strip.closest('form')?.querySelector('[name="straight"]') !== null;
      update();
    },
  };
}

function made<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.textContent = text;
  return element;
}

function drawn(picture: Picture | null, label: string): HTMLCanvasElement {
  const canvas = made('canvas', { role: 'img', 'aria-label': label });
  if (!picture) return canvas;
  const { data, width, height } = picture;
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')?.putImageData(new ImageData(data, width, height), 0, 0);
  return canvas;
}
