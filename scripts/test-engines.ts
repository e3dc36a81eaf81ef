import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { cornerAt } from '../e2e/fixtures/edited-photo.ts';
import { confirmationLink } from '../test/mail/confirmation-link.ts';
import { quarteredPhoto } from '../test/photos/sample-photos.ts';
import { startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { PASSWORD } from '../test/support/http-user.ts';
import { answerAsGmail, parse, photo } from '../test/support/mail-reader.ts';
import { startProduct } from '../test/support/running-product.ts';
import { startJourneyCluster } from '../test/support/test-cluster.ts';
import { buildIfNeeded } from './build-if-needed.ts';
import { type Engine, engines, startEngine } from './engines.ts';
import { until, type WebDriver } from './webdriver.ts';

// `npm run test:engines`: eight steps in Firefox and in WebKit, Safari's engine, which Playwright can't drive here; with
// `--short` the first two. Pictures of each screen are left in shots/engines.

type Size = [width: number, height: number];
const PHONE: Size = [390, 844];
const DESK: Size = [1440, 900];
const pictures = path.resolve(import.meta.dirname, '../shots/engines');
const photos = (...names: string[]) => names.map(photo).join('\n');
const button = (name: string) => `//button[normalize-space()='${name}' or @aria-label='${name}']`;
const field = (label: string) => `//*[@id=//label[starts-with(normalize-space(),'${label}')]/@for]`;
const text = (words: string) => `//*[contains(text(),'${words}')]`;
const slider = (name: string) => `//*[@role='slider'][@aria-label='${name}']`;
const FILES = '//input[@type="file"]';

/** The heading of a page of the app, once the warm-up has left. */
const HEADING = "//*[@id='root']/*[not(@inert)]//*[@id='main']//h1";

interface Visit {
  engine: Engine;
  browser: WebDriver;
  maren: string;
  ilse: string;
}

/** At both sizes nothing is wider than the window; the last one stays. */
async function fits({ browser, engine }: Visit, screen: string, sizes = [PHONE, DESK]): Promise<void> {
  for (const size of sizes) {
    await browser.resize(...size);
    const name = `${screen} ${size[0]} ${engine.name}.png`;
    await writeFile(path.join(pictures, name), await browser.screenshot());
    const width = await browser.run<number>('return document.documentElement.scrollWidth');
    assert(width <= size[0], `${screen} is ${width} wide in ${size[0]}`);
  }
}

async function visitPages(visit: Visit, prefix: string, pages: string[]): Promise<void> {
  for (const page of pages) {
    await visit.browser.open(`${product.url}/${page}`);
    await visit.browser.see(HEADING);
    await fits(visit, `${prefix} ${page || 'home'}`);
  }
}

async function signIn({ browser, maren }: Visit, name: string): Promise<void> {
  await browser.open(product.url);
  await browser.type(field('Email'), maren);
  await browser.type(field('Password'), PASSWORD);
  await browser.click(button(name));
  await browser.see(text('Lay out your pages'));
}

const letterTo = (ilse: string) =>
  until('find the letter', async () => {
    const sent = sink.messages.find(({ envelopeRecipients }) => envelopeRecipients.includes(ilse));
    return parse((sent ?? assert.fail('No mail yet.')).raw);
  });

async function mainJob(visit: Visit): Promise<void> {
  const { browser, maren, ilse } = visit;
  await signIn(visit, 'Sign Up');
  await browser.open(await confirmationLink(sink, maren));
  await browser.see(text('Your address is confirmed'));
  await browser.open(`${product.url}/payment`);
  await browser.click(button('Apply WELCOME5'));
  await browser.see("//header[contains(normalize-space(),'5')]");
  await browser.open(product.url);
  await browser.type(FILES, photos('plum-page-1.jpg', 'quarters.heic'));
  await browser.see(text('Uploaded 2 photo(s)'));
  await fits(visit, 'photos');
  await browser.click(button('Continue to Recipient'));
  await browser.type(field('Name'), 'Ilse Brandt');
  await browser.type(field('Email'), ilse);
  await fits(visit, 'recipient');
  await browser.click(button('Continue to Template'));
  await browser.see(field('Message'));
  await fits(visit, 'template');
  await browser.click(button('Preview'));
  await browser.see(button('Send Letter'));
  await fits(visit, 'preview');
  await browser.click(button('Send Letter'));
  await browser.see(text('Letter Sent Successfully'));
  const { attachments } = await letterTo(ilse);
  assert.deepEqual(
    attachments.map(({ contentType }) => contentType),
    ['image/jpeg', 'image/jpeg'],
  );
}

async function answer(visit: Visit): Promise<void> {
  const { browser, ilse } = visit;
  await browser.resize(...PHONE);
  const page = /http:\S+\/l\/[a-z0-9]{26}/.exec((await letterTo(ilse)).text ?? '')?.[0] ?? '';
  await browser.open(page);
  await fits(visit, 'letter', [DESK, PHONE]);
  await browser.type(FILES, photos('plum-page-2.jpg'));
  await browser.click(button('Send your answer'));
  await browser.see(text('Your answer is on its way'));
  await browser.open(`${product.url}/my-letters?to=${ilse}`);
  await browser.see(text('Ilse Brandt wrote back by hand'));
}

async function live(visit: Visit): Promise<void> {
  const { browser, ilse } = visit;
  await browser.open(`${product.url}/my-letters?to=${ilse}`);
  await browser.see(text('Ilse Brandt wrote back by hand'));
  await answerAsGmail(await letterTo(ilse), ['I read it twice at the window.'], product.receiverPort);
  await browser.see(text('I read it twice at the window.'));
  await fits(visit, 'my-letters');
}

/** As the page keeps them. */
const photosOf = (browser: WebDriver) =>
  browser.run<{ url: string; edit?: { light?: number } }[]>(`
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('letter-in-progress'));
    return JSON.parse(sessionStorage.getItem(key)).state.photos;`);

/** In the page, as the person who is signed in. */
const READ_FILE = `
  return fetch(arguments[0].replace('/uploads/', '/api/photo/')).then((answer) => answer.blob()).then((file) =>
    new Promise((done) => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result);
      reader.readAsDataURL(file);
    }));`;

async function editor(visit: Visit): Promise<void> {
  const { browser } = visit;
  const quarters = path.join(pictures, 'quarters.jpg');
  await writeFile(quarters, await quarteredPhoto(1));
  await browser.open(product.url);
  await browser.type(FILES, [photo('plum-page-1.jpg'), quarters].join('\n'));
  await browser.see(text('Uploaded 2 photo(s)'));
  const [page] = await photosOf(browser);
  await browser.click(button('Change photo 1'));
  await browser.click(text('Straighten'));
  await browser.see(text('The page was found.'));
  await browser.see(`//*[@aria-label='How the page will look']`);
  await fits(visit, 'straighten');
  const corner = slider('top left corner of the page');
  const place = async () =>
    browser.run('return arguments[0].getAttribute("aria-valuetext")', await browser.see(corner));
  const found = await place();
  await browser.drag(corner, 30, 40);
  assert.notEqual(await place(), found);
  await browser.click(button('Find the page'));
  assert.equal(await place(), found);
  await browser.click(button('Save Changes'));
  await browser.see(text('Photo edited'));
  const [straight, photo2] = await photosOf(browser);
  assert.equal(straight?.edit?.light, 1);
  assert.notEqual(straight.url, page?.url);

  await browser.click(button('Change photo 2'));
  await browser.click(button('Rotate right'));
  await browser.click(text('Crop'));
  await fits(visit, 'crop', [DESK, PHONE]);
  const stage = await browser.see("//*[@role='dialog']//*[self::img or @role='img']");
  const width = await browser.run<number>('return arguments[0].getBoundingClientRect().width', stage);
  await browser.drag(slider('top left corner'), Math.round(width / 2), 0);
  await browser.click(button('Save Changes'));
  const url = await until('have drawn it', async () => {
    const [, now] = await photosOf(browser);
    assert.notEqual(now?.url, photo2?.url);
    return now?.url;
  });
  const [, base64] = (await browser.run<string>(READ_FILE, url)).split(',');
  const drawn = await sharp(Buffer.from(base64 ?? '', 'base64'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Of 240 × 400 pixels the frame begins with the middle four fifths; half of the width went.
  assert(Math.abs(drawn.info.width - 72) < 3 && Math.abs(drawn.info.height - 320) < 3, 'its size');
  // Turned to the right, what was above lies on the right.
  assert.deepEqual([cornerAt(drawn, 0.9, 0.1), cornerAt(drawn, 0.9, 0.9)], ['topLeft', 'topRight']);
}

async function counter(visit: Visit): Promise<void> {
  const { browser } = visit;
  await browser.resize(...PHONE);
  await browser.open(`${product.url}/payment`);
  await browser.click(button('Buy 5 credits for $5.00'));
  await browser.see(text('Test checkout'));
  // The shop may be shown as it was left.
  await browser.run('setTimeout(() => history.back())');
  await browser.click(button('Buy 5 credits for $5.00'));
  await browser.see(text('Test checkout'));
  await fits(visit, 'counter', [DESK, PHONE]);
  await browser.click(button('Pay'));
  await browser.see(text('5 credits for $5.00 are yours now.'));
}

async function book(visit: Visit): Promise<string> {
  const { browser, engine, ilse } = visit;
  await browser.open(`${product.url}/my-letters/book?to=${ilse}`);
  await browser.run('window.print = () => {}');
  await browser.click(button('Print, or save as PDF'));
  await browser.see(text('All photos are there.'));
  await fits(visit, 'book');
  const leaves = await browser.run<number>('return document.querySelectorAll("[data-side]").length');
  assert(leaves > 4, `${leaves} pages are shown`);
  if (!engine.prints) return `shown; its driver can't print`;
  const pdf = await browser.print();
  const { numPages } = await getDocument({ data: new Uint8Array(pdf) }).promise;
  assert.equal(numPages, leaves);
  return `${numPages} pages printed`;
}

/** By the system, from the first screen on. */
async function dark(visit: Visit): Promise<void> {
  await visit.browser.stop();
  visit.browser = await startEngine(visit.engine, true);
  await signIn(visit, 'Sign In');
  await visitPages(visit, 'dark', ['', 'my-letters', 'payment', 'account']);
  const [paper, ink] = await visit.browser.run<[string, string]>(
    'const { backgroundColor, color } = getComputedStyle(document.body); return [backgroundColor, color];',
  );
  assert(brightness(paper) < 0.2 && brightness(ink) > 0.8, `${ink} on ${paper}`);
}

/** @param colour as computed, `rgb(…)` @returns 0 to 1 */
const brightness = (colour: string) => Number(/\d+/.exec(colour)?.[0]) / 255;

async function arabic(visit: Visit): Promise<void> {
  await visit.browser.click("//footer//select/option[@value='ar']");
  await visit.browser.see("//html[@dir='rtl']");
  await visitPages(visit, 'Arabic', ['', 'my-letters', 'account', 'payment']);
  const page = await visit.browser.run<string>('return document.body.innerText');
  assert.match(page, /5\.00/);
  assert.doesNotMatch(page, /[٠-٩]/, 'digits as in the letters that our server writes');
}

const steps: [title: string, step: (visit: Visit) => Promise<unknown>][] = [
  ['main job', mainJob],
  ['answer by hand', answer],
  ['live answer', live],
  ['editor', editor],
  ['test counter', counter],
  ['book', book],
  ['dark', dark],
  ['Arabic', arabic],
];

const isThere = ({ programs }: Engine) => programs.every((program) => existsSync(program));
for (const engine of engines)
  if (!isThere(engine)) console.log(`${engine.name} is skipped: apt install ${engine.packages}`);
const present = engines.filter(isThere);
if (present.length === 0) process.exit(0);

await buildIfNeeded(console.log);
await mkdir(pictures, { recursive: true });
const stopCluster = await startJourneyCluster();
const sink = await startSmtpSink();
const product = await startProduct({
  SMTP_URL: sink.url,
  MAIL_FROM: 'letters@slow.example',
  REPLY_DOMAIN: 'reply.slow.example',
});
const end = async () => {
  await product.stop();
  await sink.close();
  await stopCluster();
};
// A browser that still runs ends with this process.
process.once('SIGINT', () => end().finally(() => process.exit(130)));
process.once('SIGTERM', () => end().finally(() => process.exit(143)));

const table: Record<string, Record<string, string>> = {};
try {
  for (const engine of present)
    await run(engine, process.argv.includes('--short') ? steps.slice(0, 2) : steps);
} finally {
  await end();
}
console.table(table);

async function run(engine: Engine, wanted: typeof steps): Promise<void> {
  const browser = await startEngine(engine, false).catch((error: unknown) => {
    console.error(`${engine.name} is skipped: it does not start on this machine:`, error);
    return null;
  });
  if (!browser) return;
  const name = engine.name.toLowerCase();
  const visit = { engine, browser, maren: `maren.${name}@example.com`, ilse: `ilse.${name}@example.org` };
  const column = `${engine.name} ${browser.version}`;
  await browser.resize(...DESK);
  for (const [title, step] of wanted) {
    const row = table[title] ?? {};
    table[title] = row;
    const begun = Date.now();
    try {
      const seen = (await step(visit)) ?? 'passed';
      row[column] = `${seen}, ${Math.round((Date.now() - begun) / 1000)} s`;
    } catch (error) {
      process.exitCode = 1;
      row[column] = 'FAILED';
      console.error(`${column}, ${title}:`, error);
      const picture = await visit.browser.screenshot().catch(() => null);
      if (picture) await writeFile(path.join(pictures, `FAILED ${title} ${engine.name}.png`), picture);
    }
  }
  await visit.browser.stop();
}
