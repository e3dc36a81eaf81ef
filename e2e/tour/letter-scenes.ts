import pg from 'pg';
import { photo } from '../../test/support/mail-reader.ts';
import { signIn } from './signed-in-pages.ts';
import { LETTER_PAGE, linkTo, type Stage, signUp, VERIFY } from './stage.ts';
import { openPage } from './visit.ts';

/** A letter that was answered: read leaf by leaf, answered again, and printed. */
export async function readingScene({ page, visit, url, user }: Stage): Promise<void> {
  await signIn(page, url, user.email);
  const to = `${url}/my-letters?to=ilse.brandt@example.org`;
  await page.goto(to);
  await page.getByRole('button', { name: 'Read', exact: true }).last().click();
  await page.waitForTimeout(800);
  await visit('reader');
  await page.keyboard.press('ArrowRight');
  await visit('reader-page');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Answer/ })
    .first()
    .click();
  await page.getByRole('dialog').locator('textarea').fill('Thank you for reading it twice.');
  await visit('answering');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await page.waitForTimeout(1200);
  await visit('answer-sent');
  await openPage(page, `${to.replace('?', '/book?')}`);
  await page.waitForTimeout(1000);
  await visit('book');
  await page.goto(to);
  await page
    .getByRole('button', { name: /View Details/ })
    .last()
    .click();
  await page.getByRole('link', { name: 'Print as a card' }).click();
  await page.waitForTimeout(1200);
  await visit('card');
}

/** The letter's web page as its recipient has it, without an account: answering by hand, and reporting. */
export async function strangerScene(stage: Stage): Promise<void> {
  const { page, visit } = stage;
  await page.goto(await linkTo(stage, 'ilse.brandt@example.org', LETTER_PAGE));
  await visit('letter-page-recipient');
  await page
    .getByLabel('Write back by hand')
    .setInputFiles([{ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7') }]);
  await page.getByRole('button', { name: 'Send your answer' }).click();
  await page.waitForTimeout(800);
  await visit('letter-answer-refused');
  await page.getByLabel('Write back by hand').setInputFiles([photo('plum-page-2.jpg')]);
  await page.getByText('Add a few words').click();
  await page
    .getByRole('textbox', { name: 'Your answer' })
    .first()
    .fill('Dear Maren, I took the good pen too.');
  await page.getByRole('button', { name: 'Look at them first' }).click();
  await page.waitForTimeout(1500);
  await visit('letter-answer-kept');
  await page.getByRole('button', { name: 'Send your answer' }).click();
  await page.waitForTimeout(1500);
  await visit('letter-answered');
  await page.goto(`${await linkTo(stage, 'ilse.brandt@example.org', LETTER_PAGE)}/report`);
  await visit('report');
  await page.getByRole('radio').first().check();
  await page.locator('form button').last().click();
  await page.waitForTimeout(800);
  await visit('reported');
}

/** The pages of the links below mails: muting, all letters on one page, and no more letters. */
export async function mutedScene(stage: Stage): Promise<void> {
  const { page, visit } = stage;
  await page.goto(await linkTo(stage, 'ilse.brandt@example.org', /http:[^"<\s]+\/mute\/[^"<\s]+/));
  await visit('mute');
  await page.getByRole('button').first().click();
  await page.waitForTimeout(500);
  await visit('muted');
  await page.goto(await linkTo(stage, 'tom.oakes@example.org', /http:[^"<\s]+\/l\/[a-z0-9]{26}(?=["<])/));
  await page.getByText('About this letter').click();
  await page.getByRole('link', { name: /^All letters from/ }).click();
  await page.waitForTimeout(500);
  await visit('ask-for-letters');
  await page.locator('form button').first().click();
  await page.waitForTimeout(800);
  await visit('asked-for-letters');
  await page.goto(await linkTo(stage, 'tom.oakes@example.org', /http:[^"<\s]+\/l\/all\/[\w-]+/));
  await visit('all-letters');
  const stop = await linkTo(stage, 'tom.oakes@example.org', /http:[^"<\s]+\/l\/[a-z0-9]+\/stop/);
  await page.goto(stop);
  await visit('stop');
  await page.locator('form button').first().click();
  await page.waitForTimeout(500);
  await visit('stopped');
}

const REASON = {
  text: 'There is no mailbox at {address}.',
  values: { address: 'ilse.brandt@example.org' },
};

/** A letter that did not arrive, or waits, and a sender whose letters are held: brought about in the database. */
export async function troubleScene({ page, visit, url, user, databaseUrl }: Stage): Promise<void> {
  await signIn(page, url, user.email);
  const client = new pg.Client({ connectionString: databaseUrl ?? '' });
  await client.connect();
  const of = `user_id = (select id from users where account_uid = '${user.person.uid}')`;
  try {
    for (const status of ['queued', 'failed', 'bounced', 'unsent', 'sealed', 'held']) {
      const reason = ['failed', 'bounced'].includes(status) ? JSON.stringify(REASON) : null;
      await client.query(
        `update letters set status = $1, status_said = $2, status_reason = $3, waiting_since = now()
         where ${of} and recipient_email = 'ilse.brandt@example.org'`,
        [status, reason, reason && 'There is no mailbox at ilse.brandt@example.org.'],
      );
      await page.goto(`${url}/my-letters?to=ilse.brandt@example.org`);
      await page.waitForTimeout(1000);
      await visit(`conversation-${status}`);
      await page
        .getByRole('button', { name: /View Details/ })
        .last()
        .click();
      await page.getByRole('dialog').waitFor();
      await visit(`letter-details-${status}`);
      if (status !== 'failed') continue;
      await page.getByRole('button', { name: 'Send to a corrected address' }).first().click();
      await visit('corrected-address');
    }
    await client.query(
      `insert into sender_pauses (user_id, sender_hash, cause) select id, 'none', 'reports' from users where account_uid = $1`,
      [user.person.uid],
    );
    await openPage(page, `${url}/my-letters`);
    await page.waitForTimeout(1000);
    await visit('my-letters-held');
    await page.getByRole('button', { name: 'Ask for a look' }).click();
    await page.waitForTimeout(800);
    await visit('my-letters-look-asked');
  } finally {
    await client.end();
  }
}

/** The letters that came to somebody: the letter box, the reader, answering, and reporting a letter. */
export async function recipientScene(stage: Stage): Promise<void> {
  const { page, visit, url } = stage;
  await signUp(stage, 'tom.oakes@example.org');
  await openPage(page, await linkTo(stage, 'tom.oakes@example.org', VERIFY));
  await openPage(page, `${url}/my-letters`);
  await page.waitForTimeout(1500);
  await visit('my-letters-received');
  await page
    .getByRole('link', { name: /Maren Oakes/ })
    .first()
    .click();
  await page.waitForTimeout(1200);
  await visit('conversation-received');
  await page.getByRole('button', { name: 'Read the letter' }).first().click();
  await page.waitForTimeout(1200);
  await visit('reader-received');
  await openPage(page, `${url}/my-letters`);
  await page.getByRole('button', { name: 'Conversations' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Maren Oakes/ })
    .first()
    .click();
  await page.waitForTimeout(800);
  await visit('thread-received');
  await page.getByRole('dialog').getByRole('button', { name: 'Report this letter' }).first().click();
  await visit('report-letter');
}
