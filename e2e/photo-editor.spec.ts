import { expect, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { quarteredPhoto } from '../test/photos/sample-photos.ts';
import { photo } from '../test/support/mail-reader.ts';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { signUp } from './fixtures/account-steps.ts';
import { violations } from './fixtures/axe-violations.ts';
import { expectClosed } from './fixtures/closed-dialog.ts';
import { cornerAt, dragTo, firstPhoto } from './fixtures/edited-photo.ts';

/** The photo editor in a real browser, judged by the pixels that leave with the letter. */
const DIALOG = '[role=dialog]';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

let product: RunningProduct;

test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());

test('photo editor: a photo is rotated and cropped, and sent like that', async ({ page }) => {
  await page.addInitScript(keepUploads);
  await signUp(page, 'maren@example.com', product.url);
  await page.getByRole('link', { name: 'Buy Credits' }).first().click();
  await page.getByRole('button', { name: 'WELCOME5' }).click();
  await expect(page.getByRole('banner')).toContainText(/5\s*credits/);
  await page.getByRole('banner').getByRole('link', { name: 'Slow Letters' }).click();

  await upload(page, { name: 'sideways.png', mimeType: 'image/jpeg', buffer: await quarteredPhoto(1) });
  const original = await firstPhoto(page);
  expect(original).toMatchObject({ width: 400, height: 240 });

  const editor = await openEditor(page);
  await editor.getByRole('button', { name: 'Rotate right' }).click();
  await editor.getByText('Crop', { exact: true }).click();
  await inLowWindows(page, editor);
  // One corner by keyboard, into the photo's own corner; the other by mouse, to the middle of its lower edge.
  await editor.getByRole('slider', { name: 'top left corner' }).press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(editor.getByRole('slider', { name: 'top left corner' })).toHaveAttribute(
    'aria-valuetext',
    '0% from the left, 0% from the top',
  );
  await dragTo(
    page,
    editor.getByRole('slider', { name: 'bottom right corner' }),
    editor.getByRole('img'),
    0.5,
    1.4,
  );
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Photo edited', { exact: true })).toBeVisible();
  await expect(editor).toBeHidden();
  await expect(page.getByRole('button', { name: 'Change photo 1' })).toBeFocused();

  const { type, name, bytes } = await lastUpload(page);
  expect({ type, name }).toEqual({ type: 'image/jpeg', name: 'sideways.jpg' });
  expect(firstQuantiser(bytes)).toBe(QUANTISER_AT_90);
  const edited = await firstPhoto(page);
  expect(edited.url).not.toBe(original.url);
  expect(edited.originalName).toBe('sideways.png');
  expect(Math.abs(edited.width - 120)).toBeLessThanOrEqual(2);
  expect(edited.height).toBe(400);

  await sendLetter(page);
  const letters = await (await page.request.get(`${product.url}/api/letters`)).json();
  expect(letters[0].photoUrls).toEqual([edited.url]);
  const answer = await page.request.get(`${product.url}/api/photo/${edited.url.slice('/uploads/'.length)}`);
  const sent = await sharp(await answer.body())
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(sent.info).toMatchObject({ width: edited.width, height: 400 });
  // Turned to the right, what was below comes to lie on the left; the right half is cut off.
  expect(cornerAt(sent, 0.1, 0.1)).toBe('bottomLeft');
  expect(cornerAt(sent, 0.9, 0.1)).toBe('bottomLeft');
  expect(cornerAt(sent, 0.1, 0.9)).toBe('bottomRight');
  expect(cornerAt(sent, 0.9, 0.9)).toBe('bottomRight');
});

test('photo editor: the frame cuts once it was moved, by its middle handle too; until then the screen says that it cuts nothing', async ({
  page,
}) => {
  await signUp(page, 'lena@example.com', product.url);
  await upload(page, { name: 'quarters.jpg', mimeType: 'image/jpeg', buffer: await quarteredPhoto(1) });
  const original = await firstPhoto(page);
  const editor = await openEditor(page);
  const picture = editor.getByRole('img');
  const shade = editor.locator('[class*=shade]');
  const says = editor.getByRole('status');
  await editor.getByText('Crop', { exact: true }).click();
  await expect(says).toHaveText('Nothing is cut yet');
  await expect(editor.getByText('Nothing is cut yet').first()).toBeVisible();
  await expect(shade).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor).toBeHidden();
  expect(await firstPhoto(page)).toEqual(original);

  // By the handle in the middle to the right and down, until the frame meets the edges.
  await openEditor(page);
  await editor.getByText('Crop', { exact: true }).click();
  const frame = editor.getByRole('slider', { name: 'Frame' });
  await dragTo(page, frame, picture, 0.95, 0.95);
  await expect(frame).toHaveAttribute('aria-valuetext', /^20% from the left, 20% from the top/);
  await expect(shade).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(says).toHaveText(/frame is 80% wide and 80% high/);
  await expect(editor.getByText('Nothing is cut yet')).toHaveCount(0);

  await editor.getByRole('button', { name: 'Reset crop' }).click();
  await expect(shade).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(says).toHaveText('Nothing is cut yet');

  await dragTo(page, frame, picture, 0.95, 0.95);
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Photo edited', { exact: true })).toBeVisible();
  const edited = await firstPhoto(page);
  expect(edited).toMatchObject({ width: 320, height: 192, edit: { crop: { x: 20, y: 20 } } });
  const answer = await page.request.get(`${product.url}/api/photo/${edited.url.slice('/uploads/'.length)}`);
  const cut = await sharp(await answer.body())
    .raw()
    .toBuffer({ resolveWithObject: true });
  // The quarters met at half of the photo, which is at 3/8 of what is left.
  expect([cornerAt(cut, 0.33, 0.33), cornerAt(cut, 0.42, 0.33), cornerAt(cut, 0.42, 0.42)]).toEqual([
    'topLeft',
    'topRight',
    'bottomRight',
  ]);
});

test('photo editor: a failed upload can be saved again; an unchanged photo is not uploaded', async ({
  page,
}) => {
  await signUp(page, 'ilse@example.com', product.url);
  await upload(page, photo('postcard-back.jpg'));
  const original = await firstPhoto(page);
  let uploads = 0;
  await page.route('**/api/upload', (route) => {
    uploads += 1;
    if (uploads > 1) return route.continue();
    return route.fulfill({ status: 503, json: { code: 'BUSY', message: 'The desk is full.' } });
  });

  const editor = await openEditor(page);
  for (const turn of ['left', 'left', 'right', 'right', 'right', 'left']) {
    await editor.getByRole('button', { name: `Rotate ${turn}` }).click();
  }
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor).toBeHidden();
  expect(uploads).toBe(0);

  await openEditor(page);
  await editor.getByRole('button', { name: 'Rotate left' }).click();
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Failed to upload edited photo', { exact: true })).toBeVisible();
  await expect(page.getByText('The desk is full.', { exact: true })).toBeVisible();
  expect(await firstPhoto(page)).toEqual(original);
  await expect(editor.getByRole('button', { name: 'Reset rotation' })).toBeEnabled();
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Photo edited', { exact: true })).toBeVisible();
  expect(await firstPhoto(page)).toMatchObject({ width: original.height, height: original.width });

  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await firstPhoto(page)).toEqual(original);

  // Where the browser draws nothing, the server renders the same.
  await page.route(/draw-worker/, (route) => route.abort());
  await openEditor(page);
  await editor.getByRole('button', { name: 'Rotate left' }).click();
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor).toBeHidden();
  expect(await firstPhoto(page)).toMatchObject({ width: original.height, edit: { turn: 3 } });
  expect(uploads).toBe(2);
});

test('photo editor: on a phone it has the description, and the original comes back after a reload', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signUp(page, 'tayo@example.com', product.url);
  await upload(page, photo('postcard-back.jpg'));
  await expect(page.getByRole('listitem', { name: 'Photo 1 of 1' })).toBeInViewport();
  const original = await firstPhoto(page);
  const editor = await openEditor(page);
  for (const control of await editor.getByRole('button').all())
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await editor.getByText('Describe', { exact: true }).click();
  const description = editor.getByRole('textbox', { name: 'What photo 1 says' });
  const isTakenAsPhoto = await description.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'A postcard');
    clipboardData.items.add(new File(['a picture of it'], 'text.png', { type: 'image/png' }));
    return !field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  expect(isTakenAsPhoto, 'text with a picture of itself').toBe(false);
  await description.fill('A postcard');
  expect(await violations(page, null, DIALOG)).toEqual([]);
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('button', { name: 'Change photo 1' })).toBeFocused();
  expect(await firstPhoto(page)).toEqual({ ...original, alt: 'A postcard' });
  await openEditor(page);
  await page.getByRole('button', { name: 'Rotate left' }).click();
  // Not the save of the description, which may still be on its way.
  const saved = page.waitForResponse(
    (answer) =>
      answer.request().method() === 'PUT' &&
      answer.request().postDataJSON()?.content?.photos[0]?.width === original.height,
  );
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Photo edited', { exact: true })).toBeVisible();
  expect(await firstPhoto(page)).toMatchObject({ width: original.height, alt: 'A postcard' });
  await expectClosed(editor);
  expect((await saved).status()).toBe(200);
  await page.reload();
  await openEditor(page);
  await editor.getByText('Describe', { exact: true }).click();
  await description.fill('A postcard from the sea');
  await editor.getByRole('button', { name: 'Back to the original' }).click();
  expect(await firstPhoto(page)).toEqual({ ...original, alt: 'A postcard from the sea' });
});

test('photo editor: works by keyboard, without axe violations, with a photo of 48 megapixels', async ({
  page,
}) => {
  await signUp(page, 'bea@example.com', product.url);
  const large = await sharp(photo('plum-page-1.jpg')).resize(6000, 8000, { fit: 'fill' }).jpeg().toBuffer();
  await upload(page, { name: 'IMG_48.jpg', mimeType: 'image/jpeg', buffer: large });
  await page.getByRole('button', { name: 'Change photo 1' }).press('Enter');
  const editor = page.getByRole('dialog', { name: 'Edit photo 1' });
  await expect(editor).toBeFocused();
  expect(await violations(page, null, DIALOG)).toEqual([]);

  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(editor.getByRole('radio', { name: 'Crop' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const frame = editor.getByRole('slider', { name: 'Frame' });
  await expect(frame).toBeFocused();
  for (let step = 0; step < 15; step++) await page.keyboard.press('ArrowDown');
  await expect(frame).toHaveAttribute(
    'aria-valuetext',
    '10% from the left, 20% from the top, 80% wide and 80% high',
  );
  await expect(editor.getByRole('status')).toHaveText(/frame is 80% wide and 80% high/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(editor.getByRole('status')).toHaveText(/frame is 79% wide and 80% high/);
  expect(await violations(page, null, DIALOG)).toEqual([]);

  await editor.getByRole('button', { name: 'Save Changes' }).press('Enter');
  await expect(page.getByText('Photo edited', { exact: true })).toBeVisible();
  // 2400 pixels high before; four fifths of it each way are left.
  expect(await firstPhoto(page)).toMatchObject({ width: 1422, height: 1920 });
});

test('photo editor: a page is straightened and brightened, changed again from its original, and taken back', async ({
  page,
}) => {
  await signUp(page, 'june@example.com', product.url);
  await upload(page, photo('plum-page-1.jpg'));
  const original = await firstPhoto(page);
  const editor = await openEditor(page);
  await editor.getByText('Straighten', { exact: true }).click();
  await expect(editor).toContainText('The page was found.');
  const corner = editor.getByRole('slider', { name: 'top left corner of the page' });
  await expect(corner).toHaveAttribute('aria-valuetext', /^[56]\.\d% from the left, [78]\.\d% from the top$/);
  const found = (await corner.getAttribute('aria-valuetext')) ?? '';
  await expect(editor.getByRole('img', { name: 'How the page will look' })).toBeVisible();
  expect(await violations(page, null, DIALOG)).toEqual([]);
  await corner.press('Shift+ArrowRight');
  await expect(corner).not.toHaveAttribute('aria-valuetext', found);
  await dragTo(page, corner, editor.getByRole('img', { name: /^Photo 1/ }), 0.3, 0.3);
  await expect(corner).toHaveAttribute(
    'aria-valuetext',
    /^(29|30)\.\d% from the left, (29|30)\.\d% from the top$/,
  );
  await editor.getByRole('button', { name: 'Find the page' }).click();
  await expect(corner).toHaveAttribute('aria-valuetext', found);
  await expect(editor.getByRole('slider', { name: 'Brighten' })).toHaveAttribute(
    'aria-valuetext',
    'Even light',
  );
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Photo edited', { exact: true })).toBeVisible();
  const straight = await firstPhoto(page);
  expect(straight).toMatchObject({ original: { url: original.url }, edit: { light: 1, turn: 0 } });
  const answer = await page.request.get(`${product.url}/api/photo/${straight.url.slice('/uploads/'.length)}`);
  const { channels } = await sharp(await answer.body()).stats();
  // The table is gone, and the paper is light.
  expect(channels[2]?.mean).toBeGreaterThan(200);

  // What is saved is shown, or nothing yet: never the photo as it came.
  await page.route(/page-worker/, (route) => route.abort());
  await openEditor(page);
  const shown = editor.getByRole('img', { name: /^Photo 1/ });
  await expect(shown).toHaveAttribute('aria-busy', 'true');
  await expect(editor.locator('img')).toHaveCount(0);
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await page.unroute(/page-worker/);
  await openEditor(page);
  await expect(editor.locator('canvas')).toBeVisible();
  await editor.getByRole('button', { name: 'Rotate right' }).click();
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor).toBeHidden();
  expect(await firstPhoto(page)).toMatchObject({
    width: straight.height,
    height: straight.width,
    original: { url: original.url },
    edit: { light: 1, turn: 1 },
  });
  await openEditor(page);
  await editor.getByRole('button', { name: 'Back to the original' }).click();
  expect(await firstPhoto(page)).toEqual(original);
});

test('photo editor: on a phone pages are offered straight and bright, never without a look', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signUp(page, 'wick@example.com', product.url);
  const dialog = page.getByRole('dialog', { name: 'Straight and bright pages' });
  const look = page.getByRole('button', { name: 'Have a look' });

  // Of a pale page on a pale ground the frame is a guess: it is offered, and not ticked.
  const pale = await sharp(photo('plum-page-2.jpg')).linear(0.15, 180).jpeg().toBuffer();
  await upload(page, { name: 'pale.jpg', mimeType: 'image/jpeg', buffer: pale });
  await expect(page.getByText('Straighten and brighten this page?')).toBeVisible();
  await look.click();
  await expect(dialog.getByRole('checkbox', { name: 'Straighten and brighten photo 1' })).not.toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Take this page' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expectClosed(dialog);
  await page.getByRole('button', { name: 'Delete photo 1' }).click();

  await upload(page, photo('postcard-back.jpg'));
  await upload(page, photo('plum-page-2.jpg'));
  const original = await firstPhoto(page);
  await expect(page.getByText('Straighten and brighten these pages?')).toBeVisible();
  await look.click();
  const first = dialog.getByRole('listitem', { name: 'Straighten and brighten photo 1' });
  for (const when of ['before', 'after'])
    await expect(dialog.getByRole('img', { name: `Photo 1 ${when}` })).toBeVisible();
  expect(await violations(page, null, DIALOG)).toEqual([]);
  expect(await firstPhoto(page)).toEqual(original);
  await dialog.getByRole('checkbox', { name: 'Straighten and brighten photo 2' }).uncheck();
  // A frame is corrected right there; whoever does so wants it.
  await dialog.getByRole('checkbox', { name: 'Straighten and brighten photo 1' }).uncheck();
  const corner = first.getByRole('slider', { name: 'top left corner of the page' });
  await dragTo(page, corner, first.getByRole('img', { name: 'Photo 1 before' }), 0.25, 0.3);
  await expect(corner).toHaveAttribute(
    'aria-valuetext',
    /^(24|25)\.\d% from the left, (29|30)\.\d% from the top$/,
  );
  await expect(dialog.getByRole('checkbox', { name: 'Straighten and brighten photo 1' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Take this page' }).click();
  await expect(dialog).toBeHidden();
  const straight = await firstPhoto(page);
  expect(straight).toMatchObject({ original: { url: original.url }, edit: { light: 1 } });
  expect((straight as { edit?: { corners: { x: number }[] } }).edit?.corners[0]?.x).toBeCloseTo(0.25, 1);
  await expect(page.getByText('Straighten and brighten this page?')).toBeVisible();
  await page.getByRole('button', { name: 'Have a look' }).click();
  await dialog.getByRole('button', { name: 'Take this page' }).click();
  await expect(page.getByText('The pages are straight and bright', { exact: true })).toBeVisible();
  await expectClosed(dialog);
  // The way back is not a notification that passes.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a page' })).not.toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await firstPhoto(page)).toEqual(original);
  await expect(page.getByText('Straighten and brighten these pages?')).toBeVisible();
});

/** A phone on its side, and a desk's screen at 400 %: all four corners are in sight at once, of a photo worth the name. */
async function inLowWindows(page: Page, editor: Locator): Promise<void> {
  const usual = page.viewportSize();
  for (const [width, height] of [
    [740, 360],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    const stage = editor.getByRole('img');
    await stage.evaluate((it) => it.scrollIntoView({ block: 'center' }));
    for (const corner of ['top left', 'top right', 'bottom left', 'bottom right'])
      await expect(editor.getByRole('slider', { name: `${corner} corner` })).toBeInViewport({ ratio: 1 });
    expect((await stage.boundingBox())?.height).toBeGreaterThan(140);
    await editor.getByRole('button', { name: 'Save Changes' }).click({ trial: true });
  }
  if (usual) await page.setViewportSize(usual);
}

async function openEditor(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Change photo 1' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit photo 1' });
  await expect(editor).toBeVisible();
  return editor;
}

async function upload(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  await page.locator('input[type=file]').first().setInputFiles(file);
  await expect(page.getByText('Uploaded 1 photo(s)', { exact: true })).toBeVisible();
}

async function sendLetter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue to Recipient' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ilse Brandt');
  await page.getByRole('textbox', { name: 'Email' }).fill('ilse.brandt@example.org');
  await page.getByRole('button', { name: 'Continue to Template' }).click();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByRole('button', { name: 'Send Letter' }).click();
  await expect(page.getByRole('heading', { name: 'Letter Sent Successfully' })).toBeVisible();
}

/** In the page: keeps the file that was last sent; what leaves with a request can't be read from outside. */
function keepUploads(): void {
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function keep(body) {
    if (body instanceof FormData) {
      const file = [...body.values()].find((value) => value instanceof File);
      Object.assign(window, { lastUpload: file });
    }
    return send.call(this, body);
  };
}

async function lastUpload(page: Page): Promise<{ type: string; name: string; bytes: number[] }> {
  return page.evaluate(async () => {
    const file: unknown = Reflect.get(window, 'lastUpload');
    if (!(file instanceof File)) throw new Error('Nothing was uploaded.');
    return { type: file.type, name: file.name, bytes: [...new Uint8Array(await file.arrayBuffer())] };
  });
}

/** The first step of the usual luminance table is 16, and 20 % of it at quality 90 (ITU-T T.81, K.1). */
const QUANTISER_AT_90 = 3;

/** The first value of a JPEG's first quantisation table (ITU-T T.81, B.2.4.1). */
function firstQuantiser(bytes: number[]): number | undefined {
  const marker = bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xdb);
  // Marker, length, precision and number of the table.
  return bytes[marker + 5];
}
