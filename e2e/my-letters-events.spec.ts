import { expect, type Locator, type Page, type Request, test } from '@playwright/test';
import pg from 'pg';
import { launchChromium } from '../scripts/launch-chromium.ts';
import { type SmtpSink, startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { type HttpUser, signUpOverHttp } from '../test/support/http-user.ts';
import { answerAsGmail, parse } from '../test/support/mail-reader.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { logOut, mailSettings } from './fixtures/account-steps.ts';
import { seedCorrespondence } from './fixtures/seed-correspondence.ts';

/** /my-letters: events while the page is open, and a person with hundreds of letters and recipients. */
let sink: SmtpSink;
let product: RunningProduct;

test.beforeAll(async () => {
  sink = await startSmtpSink();
  product = await startProduct(mailSettings(sink.url));
});
test.afterAll(async () => {
  await product.stop();
  await sink.close();
});

async function signIn(page: Page, email: string, url = product.url): Promise<void> {
  await page.goto(`${url}/my-letters`);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('slow and steady 7');
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function sendLetter(person: HttpUser, recipientEmail: string): Promise<{ id: number }> {
  const { body } = await person.call<{ id: number }>('POST', '/api/letters', {
    recipientName: 'Edith Marlow',
    recipientEmail,
    emailMessage: 'Dear {{recipientName}},\n\nThe plum tree did it at last.',
    template: 'vintage',
    photoUrls: [await person.upload('plum-page-1.jpg')],
  });
  await person.call('POST', `/api/letters/${body.id}/send`);
  return body;
}

const lettersTo = (address: string) =>
  sink.messages.filter(({ raw }) => raw.includes(`<${address}>`) && /^Subject: A letter from/m.test(raw));

test('letters and replies appear without a reload, in every tab in view, and replies become read', async ({
  page,
}) => {
  const edith = 'edith@example.org';
  const person = await signUpOverHttp(product.url, 'maren@example.com', sink);
  await sendLetter(person, edith);
  await expect.poll(() => lettersTo(edith).length).toBe(1);
  const answer = async (...words: string[]) =>
    answerAsGmail(await parse(lettersTo(edith)[0]?.raw ?? ''), words, product.receiverPort);

  let streams = 0;
  const asked: string[] = [];
  page.context().on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/events') streams += 1;
    if (pathname === '/api/letters' || pathname.startsWith('/api/users/')) asked.push(pathname + search);
  });
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/')) reads.push(pathname + search);
  });
  const listening = page.waitForResponse(/\/api\/events\?since=/);
  await signIn(page, 'maren@example.com');
  await expect(page.getByText('Letters Sent')).toBeVisible();
  await listening;
  expect(reads, 'each list is read once a load').toEqual([...new Set(reads)]);
  const other = await page.context().newPage();
  await other.goto(`${product.url}/mission`);
  await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''));

  // A reply arrives while the totals are shown: every place that counts replies shows it.
  await answer('I read it twice at the window.');
  const navLink = page.getByRole('banner').getByRole('link', { name: /My Letters/ });
  await expect(navLink).toHaveAccessibleName('My Letters , 1 new reply');
  await expect(page.getByRole('status').getByText('A reply from Edith Marlow has arrived.')).toBeAttached();
  const entry = page.getByRole('navigation', { name: 'Recipients' }).getByRole('link', { name: /Edith/ });
  await expect(entry).toContainText('1 new');
  await expect(entry).toContainText('I read it twice at the window.');
  await expect(other.getByRole('banner').getByRole('link', { name: /1 new reply/ })).toBeVisible();
  // What the stream's opening did not name was fetched once by each tab.
  expect(asked.filter((path) => path.startsWith('/api/letters')).sort()).toEqual([
    expect.stringContaining('waiting='),
  ]);
  expect(asked.filter((path) => path.startsWith('/api/users/'))).toHaveLength(2);
  await other.setViewportSize({ width: 390, height: 844 });
  const menu = other.getByRole('button', { name: /^Menu/ });
  await expect(menu).toHaveAccessibleName(/^Menu ?, 1 new reply$/);
  await expect(menu.getByText('1', { exact: true })).toBeVisible();
  await other.setViewportSize({ width: 1440, height: 900 });
  expect(streams).toBe(2);

  // Opened and in view, it becomes read, on the server and in the other tab too.
  await entry.click();
  const first = page
    .locator('#conversation')
    .getByRole('listitem')
    .filter({ hasText: 'I read it twice at the window.' });
  await expect(first.getByText('New', { exact: true })).toBeVisible();
  const unread = async () => (await person.call<{ total: number }>('GET', '/api/unread')).body.total;
  await expect.poll(unread).toBe(0);
  await expect(navLink).toHaveAccessibleName('My Letters');
  await expect(entry).not.toContainText('new');
  await expect(other.getByRole('banner').getByRole('link', { name: /new reply/ })).toHaveCount(0);
  await expect(first.getByText('New', { exact: true })).toBeVisible();

  // A reply arrives while the conversation is open: it is the first entry.
  await answer('And once more at the stove.');
  const second = page
    .locator('#conversation')
    .getByRole('listitem')
    .filter({ hasText: 'And once more at the stove.' });
  await expect(second.getByText('New', { exact: true })).toBeVisible();
  await expect(second).toHaveAttribute('aria-posinset', '1');
  await expect.poll(unread).toBe(0);

  // A letter sent elsewhere appears, and becomes 'sent'.
  const { id } = await sendLetter(person, edith);
  const card = page.getByRole('article', { name: `Letter #${id}` });
  await expect(card.getByRole('img', { name: /^sent/ })).toBeVisible();
  await expect(entry).toContainText('2 letters');
  await expect(page.locator('[data-not-reloaded]')).toHaveCount(1);

  // One tab closes: the other one hears on.
  await page.close();
  const told = other.getByText('A reply from Edith Marlow has arrived.');
  await told.evaluate((element) => element.setAttribute('data-heard', ''));
  await answer('The third cup of tea.', 'עוד כוס תה.');
  await expect(other.getByRole('banner').getByRole('link', { name: /1 new reply/ })).toBeVisible();
  // The same sentence, as a new element: otherwise no screen reader would say it a second time.
  await expect(told).toHaveCount(1);
  await expect(other.locator('[data-heard]')).toHaveCount(0);
  expect(streams).toBe(2);
  await other.goto(`${product.url}/my-letters?to=${edith}`);
  await expect(
    other.locator('#conversation').getByRole('listitem').filter({ hasText: 'The third cup of tea.' }),
  ).toContainText('New');
  await expect(
    other
      .locator('#conversation')
      .getByRole('listitem')
      .filter({ hasText: 'I read it twice' })
      .getByText('New', { exact: true }),
  ).toHaveCount(0);
  expect(await linesOf(other.locator('#conversation').getByText('The third cup of tea.').first())).toEqual([
    expect.objectContaining({ line: 'The third cup of tea.', fromLeft: 0 }),
    expect.objectContaining({ line: 'עוד כוס תה.', fromRight: 0 }),
  ]);

  // Printed, the other recipients are left out.
  const others = other.getByRole('navigation', { name: 'Recipients' });
  await expect(others).toBeVisible();
  await other.emulateMedia({ media: 'print' });
  await expect(others).toBeHidden();
  await expect(other.locator('#conversation').getByText('The third cup of tea.').first()).toBeVisible();
});

test('plain HTTP off localhost: nine tabs load, the last two of them hold a stream, and each hears of replies once it is looked at', async () => {
  const url = 'http://nas:3000';
  const nas = await startProduct({ ...mailSettings(sink.url), PUBLIC_URL: url });
  // Six connections to one host, and no Web Locks.
  const browser = await launchChromium([
    `--host-resolver-rules=MAP nas:3000 127.0.0.1:${new URL(nas.url).port}`,
  ]);
  try {
    const astrid = 'astrid@example.org';
    const person = await signUpOverHttp(nas.url, 'nina@example.com', sink, url);
    await sendLetter(person, astrid);
    await expect.poll(() => lettersTo(astrid).length).toBe(1);
    const answer = async (words: string) =>
      answerAsGmail(await parse(lettersTo(astrid)[0]?.raw ?? ''), [words], nas.receiverPort);

    const context = await browser.newContext();
    const streams = new Set<Request>();
    const isStream = (request: Request) => new URL(request.url()).pathname === '/api/events';
    context.on('request', (request) => isStream(request) && streams.add(request));
    context.on('requestfinished', (request) => streams.delete(request));
    context.on('requestfailed', (request) => streams.delete(request));
    // Whose the two streams are changes: each minute a tab without one asks again, which closes another's.
    const holds = (tab: Page) => [...streams].some((request) => request.frame().page() === tab);
    const tabs: Page[] = [];
    for (let n = 0; n < 9; n++) {
      const tab = await context.newPage();
      const listening = tab.waitForResponse((response) => isStream(response.request()));
      const opened = n === 0 ? signIn(tab, 'nina@example.com', url) : tab.goto(`${url}/mission`);
      await Promise.all([listening, opened]);
      tabs.push(tab);
    }
    const [first, last] = [tabs.at(0), tabs.at(-1)];
    if (!first || !last) throw new Error('no tabs');
    const heard = (tab: Page, news: string) =>
      expect(
        tab.getByRole('banner').getByRole('link', { name: `My Letters , ${news}`, exact: true }),
      ).toBeVisible({ timeout: 90_000 });
    expect(await last.evaluate(() => isSecureContext)).toBe(false);
    expect(nas.greeting).toContain('PUBLIC_URL is not https');
    await expect.poll(() => streams.size).toBe(2);
    await answer('Nine windows, and one of them is open.');
    await heard(last, '1 new reply');

    await first.evaluate(() => window.dispatchEvent(new Event('focus')));
    await heard(first, '1 new reply');
    await expect.poll(() => streams.size).toBe(2);

    // A headless browser shows all of its tabs: this one is told that it is behind another.
    const show = (state: string) =>
      first.evaluate((visibility) => {
        Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      }, state);
    await show('hidden');
    await expect.poll(() => holds(first)).toBe(false);
    await answer('The second window.');
    await heard(last, '2 new replies');
    await heard(first, '1 new reply');
    await show('visible');
    await heard(first, '2 new replies');
    const said = first.getByText('need an address that begins with https.');
    await first.goto(`${url}/account`);
    await expect(said).toBeVisible();

    // After the second password it is said on any page of that tab, though it is slow, once, and can be put away.
    await logOut(first);
    await first.route(/passkey-offer/, async (route) => {
      for (const tab of tabs) await expect(tab.getByRole('button', { name: /Account: / })).toBeVisible();
      await route.continue();
    });
    await signIn(first, 'nina@example.com', url);
    await expect(said).toHaveCount(1);
    await first.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(said).toHaveCount(0);
    await first.reload();
    await expect(first.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(said).toHaveCount(0);
    for (const tab of tabs)
      await expect(tab.getByText('need an address that begins with https.')).toHaveCount(0);
  } finally {
    await browser.close();
    await nas.stop();
  }
});

/** The lines of a text and their distances from its box, px. */
function linesOf(text: Locator) {
  return text.evaluate((box) => {
    const words = box.firstChild;
    const outer = box.getBoundingClientRect();
    return [...(words?.textContent ?? '').matchAll(/[^\n]+/g)].map(({ 0: line, index }) => {
      const range = document.createRange();
      if (words) {
        range.setStart(words, index);
        range.setEnd(words, index + line.length);
      }
      const { left, right } = range.getBoundingClientRect();
      return {
        line,
        fromLeft: Math.round(left - outer.left),
        fromRight: Math.round(outer.right - right),
      };
    });
  });
}

test('hundreds of letters and recipients: load by scrolling, stay in the document, and only near ones are laid out', async ({
  page,
}) => {
  const person = await signUpOverHttp(product.url, 'prolific@example.com');
  const client = new pg.Client({ connectionString: product.databaseUrl ?? '' });
  await client.connect();
  await seedCorrespondence(client, person.uid, { recipients: 300, toOne: 120 });
  await client.end();
  await signIn(page, 'prolific@example.com');
  await expect(page.getByText('Letters Sent').locator('..')).toContainText('420');

  const panel = page.getByRole('navigation', { name: 'Recipients' });
  const entries = panel.getByRole('link', { name: /Friend/ });
  await expect(panel.getByRole('link', { name: /Friend 1\b/ })).toBeVisible();
  await expect(entries).toHaveCount(50);

  // This recipient is not on the first page: only the server can find them.
  const search = panel.getByRole('searchbox', { name: 'Search recipients' });
  await search.fill('FRIEND 287');
  await expect(entries).toHaveCount(1);
  await expect(entries).toContainText('friend-287@example.org');
  await expect(panel.getByRole('status').first()).toHaveText('1 recipient found');
  await search.fill('nobody like that');
  await expect(panel.getByText('Nobody with “nobody like that” in their name or address.')).toBeVisible();
  // One letter alone is not looked for in letters: what was found before goes.
  await search.fill('lovely');
  const found = panel.getByRole('heading', { name: 'In letters and answers' });
  await expect(found).toBeVisible();
  await search.fill('f');
  await expect(found).toHaveCount(0);
  await search.fill('');
  await expect(panel.getByRole('link', { name: /Friend 1\b/ })).toBeVisible();

  // Scroll to the end of the list, page by page.
  const last = panel.getByRole('link', { name: /Friend 300/ });
  await expect(async () => {
    await panel.locator('[class*=scroll]').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await expect(last).toBeVisible({ timeout: 200 });
  }).toPass();
  await expect(entries).toHaveCount(300);
  expect(await laidOut(entries)).toBeLessThan(100);
  await expect(last.locator('xpath=ancestor::li')).toHaveAttribute('aria-setsize', '301');

  // Scroll to the end of one long conversation by keyboard.
  await search.fill('Friend 1');
  await panel.getByRole('link', { name: /Friend 1\b/ }).click();
  const cards = page.locator('#conversation').getByRole('article');
  await expect(cards.first()).toContainText('So lovely.');
  expect(await laidOut(cards)).toBeLessThan(25);
  await page.getByRole('link', { name: 'Back to Mailbox' }).focus();
  const oldest = cards.filter({ hasText: 'Page number 120.' });
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(oldest).toBeInViewport({ timeout: 300 });
  }).toPass();
  await expect(cards).toHaveCount(241);
  expect(await laidOut(cards)).toBeLessThan(40);
  await expect(page.getByRole('button', { name: 'Show older letters' })).toHaveCount(0);

  // A letter that arrives above the visible entries does not move them.
  const middle = cards.filter({ hasText: 'Page number 60.' });
  await middle.evaluate((card) => card.scrollIntoView({ block: 'center' }));
  await middle.getByRole('button', { name: 'View Details' }).focus();
  await page.waitForTimeout(500);
  const topOf = (card: Locator) =>
    card.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const before = await topOf(middle);
  await sendLetter(person, 'friend-1@example.org');
  await expect(cards).toHaveCount(242);
  await expect.poll(async () => Math.abs((await topOf(middle)) - before)).toBeLessThan(3);
  await expect(middle.getByRole('button', { name: 'View Details' })).toBeFocused();

  // Printed, all loaded entries are laid out one below the other, without buttons and closed details.
  const paper = await page.pdf();
  expect(paper.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(20);
  await page.emulateMedia({ media: 'print' });
  expect(await laidOut(cards)).toBe(242);
  const lowest = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().bottom));
  expect(lowest).toEqual(lowest.toSorted((one, other) => one - other));
  await expect(page.getByText('Show full message').filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ media: null });
  await expect.poll(() => laidOut(cards)).toBeLessThan(40);

  await page.getByRole('link', { name: 'Back to Mailbox' }).click();
  await expect(page.getByRole('heading', { name: 'My Letters' })).toBeVisible();
});

/** How many elements are laid out, i.e. not skipped by `content-visibility`. */
function laidOut(elements: Locator): Promise<number> {
  return elements.evaluateAll(
    (all) => all.filter((element) => element.checkVisibility({ contentVisibilityAuto: true })).length,
  );
}
