import { expect, type Locator, type Page, test } from '@playwright/test';
import { type SmtpSink, startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { parse, photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { mailSettings } from './fixtures/account-steps.ts';
import { violations } from './fixtures/axe-violations.ts';
import { seedUser } from './fixtures/seeded-user.ts';
import { signIn } from './tour/signed-in-pages.ts';

/** One letter to several people, by keyboard: written on a phone, looked at on a desktop. */
let sink: SmtpSink;
let product: RunningProduct;

test.beforeAll(async () => {
  sink = await startSmtpSink();
  product = await startProduct({ ...mailSettings(sink.url), TEST_ROUTES: 'on' });
});
test.afterAll(async () => {
  await product.stop();
  await sink.close();
});

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await expect(target).toBeEnabled();
  await target.focus();
  await page.keyboard.press(key);
}

test('a letter goes to three people, each of whom gets their own', async ({ page }) => {
  const user = await seedUser(product.url, 'maren@example.com', sink);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, product.url, user.email);
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  await test.step('people are added from the book and from a pasted list', async () => {
    await page.locator('input[type=file]').first().setInputFiles(photo('torn-note.jpg'));
    await press(page, button(/Continue to Recipient/));
    await press(page, button(/Ilse Brandt/));
    await press(page, button('Add another person'));
    await expect(page.getByText('One person so far: 1 credit.')).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('tom.oakes@example.org, bea@example.org, Cara Holm <cara@example.org>');
    await page.keyboard.press('Tab');
    const slips = page.getByRole('list', { name: 'Also for' });
    await expect(slips.getByRole('listitem')).toHaveCount(4);
    await expect(page.getByText('4 people, a letter of their own each: 4 credits.')).toBeVisible();
    await expect(page.getByText('bea@example.org needs a name.')).toBeVisible();
    await press(page, button(/Needs a name/));
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.type('Bea Lind');
    expect(await violations(page, null)).toEqual([]);
  });

  await test.step('a group is made in the book, and used', async () => {
    await press(page, button('Address book'));
    const chooser = page.getByRole('dialog', { name: 'Address book' });
    await press(page, chooser.getByRole('link', { name: 'Open the address book' }));
    await press(page, button('More'));
    await press(page, button('Make a group'));
    await expect(page.getByRole('textbox', { name: 'Name of the group' })).toBeFocused();
    await page.keyboard.type('Cousins');
    await press(page, page.getByRole('checkbox', { name: /Grandpa Tom/ }), 'Space');
    await press(page, button('Save'));
    await expect(button('More')).toBeFocused();
    expect(await violations(page, null)).toEqual([]);
    await press(page, page.getByRole('banner').getByRole('link', { name: /Slow Letters/ }));
    // They get the letter already, and go on doing so.
    await press(page, button('Address book'));
    await press(page, chooser.getByRole('button', { name: /^Grandpa Tom/ }));
    const cousins = button(/^Cousins/);
    await expect(cousins).toHaveAttribute('aria-pressed', 'true');
    await press(page, cousins);
    await expect(page.getByText('3 people, a letter of their own each: 3 credits.')).toBeVisible();
    await press(page, cousins);
    await expect(page.getByText('4 people, a letter of their own each: 4 credits.')).toBeVisible();
  });

  await test.step('it is read as each of them reads it, and costs a credit each', async () => {
    await press(page, button('Continue to Template'));
    await press(page, button('Preview'));
    const letter = page.frameLocator('iframe').first().locator('body');
    await expect(letter).toContainText('Dear Ilse Brandt');
    await page.getByLabel('Read it as').selectOption('Bea Lind');
    await expect(letter).toContainText('Dear Bea Lind');
    const summary = page.getByRole('region', { name: 'Send summary' });
    await expect(summary).toContainText('Ilse Brandt and 3 others');
    const slip = page.locator('summary', { hasText: 'To Ilse Brandt and 3 others · today · 4 stamps' });
    await slip.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Choose a day' })).toBeVisible();
    await press(page, button('Send Letter'));
    const dialog = page.getByRole('dialog', { name: 'Need More Credits' });
    await expect(dialog).toContainText('This letter costs 4 credits, one for each person');
    await expect(dialog).toContainText('you have 3 credits left: 1 is missing');
    expect(await violations(page)).toEqual([]);
    await press(page, dialog.getByRole('button', { name: 'Not now' }));
  });

  await test.step('who takes no letters is named before anything is sent, and is left out', async () => {
    // Her letter and Tom’s leave at the same time: either can arrive first.
    const hers = sink.messages.find(({ envelopeRecipients }) =>
      envelopeRecipients.includes('ilse.brandt@example.org'),
    );
    const { html } = await parse(hers?.raw ?? '');
    const stop = /http:[^"]+\/stop/.exec(html || '')?.[0] ?? '';
    expect((await fetch(stop, { method: 'POST' })).status).toBe(200);
    await press(page, button('Send Letter'));
    const refused = page.getByRole('alert').filter({ hasText: 'Nothing was sent or charged' });
    await expect(refused.getByRole('listitem')).toHaveCount(1);
    // On a phone the summary is longer than the screen.
    await expect(refused).toBeInViewport();
    expect(await violations(page)).toEqual([]);
    await press(page, refused.getByRole('button', { name: 'Leave this one out' }));
    await expect(button('Send Letter')).toBeFocused();
    await expect(page.getByText('You have 3 credits. 0 will be left.')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Letter Sent Successfully' })).toBeFocused();
    await expect(page.getByText(/has been sent to Cara Holm and 2 others/).first()).toBeVisible();
    const states = page.getByRole('region', { name: 'Who gets it' });
    await expect(states.getByText('Sent', { exact: true })).toHaveCount(3);
    expect(await violations(page, null)).toEqual([]);
  });

  await test.step('My Letters shows each of the three, and all of them', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await press(page, page.getByRole('link', { name: 'View My Letters' }));
    const people = page.getByRole('navigation', { name: 'Recipients' });
    await press(page, people.getByRole('link', { name: /Cara Holm/ }));
    await expect(page.getByText('one of 3')).toBeVisible();
    await press(page, button('View Details').first());
    const states = page.getByRole('dialog').getByRole('region', { name: 'Who gets it' });
    await expect(states.getByRole('link')).toHaveText(['Cara Holm', 'Grandpa Tom', 'Bea Lind']);
    expect(await violations(page, null)).toEqual([]);
  });
});
