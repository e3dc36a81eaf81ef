import { photo } from '../../test/support/mail-reader.ts';
import { desk, type Stage, signUp } from './stage.ts';
import { openPage } from './visit.ts';

/** 'YYYY-MM-DD' */
const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

/** The photo editor, and pages that are offered straight and bright. */
export async function photoScene(stage: Stage): Promise<void> {
  const { page, visit } = stage;
  await signUp(stage, 'photos@example.com');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(['postcard-back.jpg', 'plum-page-2.jpg'].map(photo));
  await page.getByText('Straighten and brighten these pages?').waitFor({ timeout: 20_000 });
  await visit('pages-offer');
  await page.getByRole('button', { name: 'Have a look', exact: true }).click();
  await page.getByRole('dialog').getByRole('img').nth(3).waitFor({ timeout: 20_000 });
  await visit('pages-before-after');
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.waitForTimeout(3000);
  await visit('pages-straightened');
  await page.getByRole('button', { name: 'Change photo 2' }).click();
  await page.getByRole('dialog').waitFor();
  await page.getByRole('dialog').getByText('Crop', { exact: true }).click();
  await visit('editor-crop-mode');
  await page.getByRole('dialog').getByText('Straighten', { exact: true }).click();
  await page.waitForTimeout(4000);
  await visit('editor-straighten');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Change photo 1' }).click();
  await page.getByRole('dialog').getByText('Describe', { exact: true }).click();
  await visit('photo-describe');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Delete photo 1' }).click();
  await visit('photo-deleted-toast');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7') });
  await page.waitForTimeout(1500);
  await visit('photo-refused');
}

/** A letter to several people, and addresses that are wrong. */
export async function severalScene(stage: Stage): Promise<void> {
  const { page, visit } = stage;
  await desk(stage, ['torn-note.jpg']);
  await page.getByRole('button', { name: 'Continue to Recipient' }).click();
  await visit('recipient-recents');
  await page.getByRole('textbox', { name: 'Name' }).fill('Ilse Brandt');
  await page.getByRole('textbox', { name: 'Email' }).fill('ilse@gmial.com');
  await page.keyboard.press('Tab');
  await visit('recipient-typo');
  await page.getByRole('textbox', { name: 'Email' }).fill('ilse at home');
  await page.keyboard.press('Tab');
  await visit('recipient-wrong-address');
  await page
    .getByRole('button', { name: /Ilse Brandt/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Add another person' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill('tom.oakes@example.org, bea@example.org');
  await page.keyboard.press('Tab');
  await visit('recipient-several-nameless');
  await page
    .getByRole('button', { name: /Needs a name/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bea Lind');
  await visit('recipient-several');
  await page.getByRole('button', { name: 'Continue to Template' }).click();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByRole('button', { name: 'Send Letter' }).waitFor();
  await visit('preview-several');
  await page.getByRole('button', { name: 'Send Letter' }).click();
  await page.getByRole('heading', { name: 'Letter Sent Successfully' }).waitFor();
  await page.waitForTimeout(2500);
  await visit('success-several');
  await page.locator('#main').getByRole('link', { name: 'View My Letters' }).click();
  await page.waitForTimeout(1500);
  await visit('my-letters-several');
  await page.goto(`${stage.url}/my-letters?to=bea@example.org`);
  await page
    .getByRole('button', { name: /View Details/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await visit('details-several');
}

/** A letter that waits for its day, and is taken back. */
export async function scheduledScene(stage: Stage): Promise<void> {
  const { page, visit, url } = stage;
  await desk(stage, ['torn-note.jpg']);
  await page.getByRole('button', { name: 'Continue to Recipient' }).click();
  await page
    .getByRole('button', { name: /Grandpa Tom/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Continue to Template' }).click();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByText(/ · today · /).click();
  await page.getByRole('button', { name: 'Choose a day' }).click();
  const dialog = page.getByRole('dialog');
  const choose = async (day: string) => {
    await dialog.getByLabel('Day', { exact: true }).fill(day);
    await dialog.getByLabel('Time', { exact: true }).selectOption('08:00');
  };
  await choose('2099-01-01');
  await visit('arrival-too-late');
  await choose(IN_A_MONTH);
  await visit('arrival');
  await dialog.getByRole('button', { name: 'Choose this time' }).click();
  await visit('preview-scheduled');
  await page.getByRole('button', { name: /^Send on / }).click();
  await page.locator('#main').getByRole('link', { name: 'View My Letters' }).waitFor();
  await page.waitForTimeout(1500);
  await visit('success-scheduled');
  await page.locator('#main').getByRole('link', { name: 'View My Letters' }).click();
  await page.getByRole('button', { name: /^Waiting/ }).click();
  const back = page.getByRole('button', { name: 'Take it back' }).first();
  await back.waitFor();
  await visit('my-letters-waiting');
  await back.click();
  await visit('waiting-confirm');
  await back.click();
  await page.waitForTimeout(1500);
  await visit('taken-back');
  await page.goto(`${url}/my-letters?to=${encodeURIComponent('tom.oakes@example.org')}`);
  await page
    .getByRole('button', { name: /View Details/ })
    .first()
    .click();
  await visit('details-taken-back');
  await openPage(page, `${url}/?arrive=${IN_A_MONTH}`);
  await visit('reminder-link');
}

/** What is shown without a connection. */
export async function connectionScene(stage: Stage): Promise<void> {
  const { page, visit } = stage;
  await signUp(stage, 'offline@example.com');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  await page.locator('input[type=file]').first().setInputFiles(photo('torn-note.jpg'));
  await page.waitForTimeout(800);
  await visit('offline-upload');
  await page.getByRole('banner').getByRole('link', { name: 'Our Mission' }).first().click();
  await page.waitForTimeout(800);
  await visit('offline-page');
  await page.reload();
  await visit('offline-reload');
}
