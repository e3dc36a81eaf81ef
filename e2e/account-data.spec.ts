import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { type SmtpSink, startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { parse } from '../test/support/mail-reader.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { unzip } from '../test/support/unzip.ts';
import { confirmAddress, mailSettings } from './fixtures/account-steps.ts';
import { violations } from './fixtures/axe-violations.ts';
import { expectClosed } from './fixtures/closed-dialog.ts';
import { openPage } from './tour/visit.ts';

/**
 * A person's whole time here, in few taps: the sample letter to themselves on the welcome coupon, everything taken
 * along as a zip, and the account deleted for good.
 */
const EMAIL = 'maren@example.com';
const PASSWORD = 'slow and steady 7';

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

test('account data: a sample letter is sent to oneself, the export holds everything, and deletion removes it', async ({
  page,
  context,
}, info) => {
  await page.goto(product.url);
  await page.getByRole('textbox', { name: 'Email' }).fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Account created!', { exact: true })).toBeVisible();

  let letterPage = '';
  await test.step('two taps send the sample letter to oneself', async () => {
    await expect(page.getByText('WELCOME5 pays for it, and leaves you 4 credits.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try a sample letter' }).click();
    await expect(page.getByRole('banner')).toContainText(/5\s*credits/);
    await page.getByRole('button', { name: 'Send Letter' }).click();
    await expect(page.getByRole('heading', { name: 'Your letter is sealed' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await confirmAddress(page, sink, EMAIL);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Letter Sent Successfully' })).toBeVisible();
    const letters = () => sink.messages.filter(({ raw }) => /^Subject: A letter from/m.test(raw));
    await expect.poll(() => letters().length).toBe(1);
    const mail = await parse(letters()[0]?.raw ?? '');
    expect(mail.to).toMatchObject({ value: [{ address: EMAIL }] });
    expect(mail.text).toContain('This is what arrives when you send a letter from here');
    expect(mail.attachments).toHaveLength(1);
    letterPage = /http:\/\/\S+\/l\/[a-z0-9]{26}/.exec(String(mail.text))?.[0] ?? '';
    expect((await page.request.get(letterPage)).status()).toBe(200);
    await page.getByRole('button', { name: 'Send Another Letter' }).click();
    await expect(page.getByText('None yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try a sample letter' })).toHaveCount(0);
  });

  await test.step('the letters with one person are saved as a ZIP, whose page opens from its folder', async () => {
    await page.goto(`${product.url}/my-letters?to=${encodeURIComponent(EMAIL)}`);
    const save = async () => {
      await page.getByRole('button', { name: 'Keep', exact: true }).click();
      await expect(page.getByRole('link', { name: 'Make a book' })).toBeVisible();
      await page.getByRole('button', { name: 'Save everything of this conversation' }).click();
    };
    await expect(page.getByRole('button', { name: 'Keep', exact: true })).toBeVisible();
    await context.setOffline(true);
    await save();
    await expect(page.getByRole('alert')).toHaveText(
      'Download failed. There is no connection. Please try again once there is.',
    );
    expect(await violations(page)).toEqual([]);
    await context.setOffline(false);
    const downloading = page.waitForEvent('download');
    await save();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^The letters of .+ \d{4}-\d\d-\d\d\.zip$/);
    await expect(page.getByRole('alert')).toHaveCount(0);

    for (const [name, bytes] of unzip(await readFile(await download.path()))) {
      const file = info.outputPath('letters', name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, bytes);
    }
    const book = await context.newPage();
    await book.goto(pathToFileURL(info.outputPath('letters', 'index.html')).href);
    await expect(book.getByRole('heading', { level: 1, name: /^The letters of / })).toBeVisible();
    const photo = book.getByRole('article').getByRole('img');
    await expect(photo).toHaveCount(1);
    await photo.scrollIntoViewIfNeeded();
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    expect(await violations(book)).toEqual([]);
    await book.close();
  });

  await test.step('another program gets a token, which is shown once and opens what was chosen until it is removed', async () => {
    await page.goto(`${product.url}/account`);
    const programs = page.getByRole('region', { name: 'Other programs' });
    await programs.getByRole('button', { name: 'Make a token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Read letters').check();
    await dialog.getByRole('button', { name: 'Make a token' }).click();
    await expect(dialog.getByText('Please give it a name.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel('Name of the program').fill('My shortcut');
    await page.keyboard.press('Enter');
    const shown = page.getByRole('textbox', { name: 'Your token' });
    await expect(shown).toBeFocused();
    const authorization = `Bearer ${await shown.inputValue()}`;
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Done' }).click();
    await expectClosed(dialog);
    await expect(programs.getByRole('button', { name: 'Make a token' })).toBeFocused();
    await expect(programs.getByRole('listitem')).toHaveText([/My shortcut.*not used yet/]);
    const letters = await fetch(`${product.url}/api/letters`, { headers: { authorization } });
    expect(await letters.json()).toHaveLength(1);
    await page.reload();
    await expect(programs.getByRole('listitem')).toHaveText([/My shortcut.*last used/]);
    expect(await page.content()).not.toContain('slow_');
    await programs.getByRole('button', { name: /^Remove My shortcut/ }).click();
    await expect(programs.getByRole('listitem')).toHaveCount(0);
    expect((await fetch(letters.url, { headers: { authorization } })).status).toBe(401);
  });

  await test.step('the export is one ZIP with everything', async () => {
    // A link that the warm-up covers can't be focused.
    await openPage(page, `${product.url}/account`);
    const downloading = page.waitForEvent('download');
    // By keyboard: what comes above it later moves it from under a pointer.
    await page.getByRole('link', { name: 'Download everything' }).press('Enter');
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^slow-letters-\d{4}-\d\d-\d\d\.zip$/);
    const files = unzip(await readFile(await download.path()));
    const names = [...files.keys()].map((name) => name.replace(/^[^/]+\//, ''));
    expect(names).toEqual(
      expect.arrayContaining(['index.html', 'account.json', 'letters.json', 'ledger.json']),
    );
    expect(names.filter((name) => /^photos\/.+\.jpg$/.test(name))).toHaveLength(1);
  });

  await test.step('the account is deleted after its address and password were typed', async () => {
    await page.getByRole('button', { name: 'Delete your account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account' });
    await expect(dialog).toContainText('1 letter with its own page, 1 photo');
    await expect(dialog).toContainText('4 credits you have not used');
    expect(await violations(page)).toEqual([]);
    const remove = dialog.getByRole('button', { name: 'Delete everything' });
    await dialog.getByLabel('Type your e-mail address to go on').fill('somebody@example.com');
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await remove.click();
    await expect(dialog.getByText('Please type the address of this account.')).toBeVisible();
    await dialog.getByLabel('Type your e-mail address to go on').fill(EMAIL);
    await dialog.getByLabel('Your password').fill('not my password 1');
    await remove.click();
    await expect(dialog.getByText('That is not your password.')).toBeVisible();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await page.evaluate(() => {
      const [, uid] = localStorage.getItem('session-synced')?.split(' ') ?? [];
      localStorage.setItem(`support-draft:${uid}`, '{"message":"Not sent yet"}');
    });
    await remove.click();
    await expect(page.getByRole('heading', { name: 'Goodbye' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect((await page.request.get(letterPage)).status()).toBe(404);
  });

  await test.step('the session is over, and the account cannot sign in', async () => {
    await page.goto(product.url);
    await page.getByRole('textbox', { name: 'Email' }).fill(EMAIL);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByText(/Sign in failed/).first()).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('draft');
  });
});
