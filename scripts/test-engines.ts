import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { confirmationLink } from '../test/mail/confirmation-link.ts';
import { startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { freePort } from '../test/support/free-port.ts';
import { parse } from '../test/support/mail-reader.ts';
import { startProduct } from '../test/support/running-product.ts';
import { startJourneyCluster } from '../test/support/test-cluster.ts';
import { buildIfNeeded } from './build-if-needed.ts';
import { until, WebDriver } from './webdriver.ts';

// `npm run test:engines`: the main job and an answer by hand in WebKit, Safari's engine, which Playwright can't drive
// here. Pictures of each step are left in shots/webkit.
const DRIVER = '/usr/bin/WebKitWebDriver';
const XVFB = '/usr/bin/xvfb-run';
if (!existsSync(DRIVER) || !existsSync(XVFB)) {
  console.log('WebKit is not installed: apt install webkit2gtk-driver xvfb xauth');
  process.exit(process.env.CI ? 1 : 0);
}
const root = path.resolve(import.meta.dirname, '..');
const pictures = path.join(root, 'shots', 'webkit');
const photos = (...names: string[]) =>
  names.map((name) => path.join(root, 'test/photos/files', name)).join('\n');
const button = (name: string) => `//button[normalize-space()='${name}' or @aria-label='${name}']`;
const field = (label: string) => `//*[@id=//label[starts-with(normalize-space(),'${label}')]/@for]`;
const text = (words: string) => `//*[contains(text(),'${words}')]`;
const MAREN = 'maren@example.com';
const ILSE = 'ilse.brandt@example.org';

await buildIfNeeded(console.log);
await mkdir(pictures, { recursive: true });
const stopCluster = await startJourneyCluster();
const sink = await startSmtpSink();
const product = await startProduct({
  SMTP_URL: sink.url,
  MAIL_FROM: 'letters@slow.example',
  REPLY_DOMAIN: 'reply.slow.example',
});
const port = await freePort();
const starting = WebDriver.start([XVFB, '-a', DRIVER, `--port=${port}`], port, {});

async function step(name: string, steps: () => Promise<unknown>): Promise<void> {
  try {
    await steps();
    console.log(`  ${name}`);
  } finally {
    await writeFile(path.join(pictures, `${name}.png`), await (await starting).screenshot());
  }
}

/** Waits for the letter's mail. @returns the link in it */
const letterPage = () =>
  until('find the letter', async () => {
    const sent = sink.messages.find(({ envelopeRecipients }) => envelopeRecipients.includes(ILSE));
    const link = sent && /http:\S+\/l\/[a-z0-9]{26}/.exec((await parse(sent.raw)).text ?? '')?.[0];
    if (!link) throw new Error('No mail yet.');
    return link;
  });

const end = async () => {
  // One that did not start is told of where it is waited for.
  await starting.then((browser) => browser.stop()).catch(() => undefined);
  await product.stop();
  await sink.close();
  await stopCluster();
};
process.once('SIGINT', () => end().finally(() => process.exit(130)));
process.once('SIGTERM', () => end().finally(() => process.exit(143)));

try {
  const browser = await starting;
  await browser.resize(1440, 900);
  await step('sign-up', async () => {
    await browser.open(product.url);
    await browser.type(field('Email'), MAREN);
    await browser.type(field('Password'), 'slow and steady 7');
    await browser.click(button('Sign Up'));
    await browser.see(text('Lay out your pages'));
    await browser.open(await confirmationLink(sink, MAREN));
    await browser.see(text('Your address is confirmed'));
  });
  await step('credits', async () => {
    await browser.open(`${product.url}/payment`);
    await browser.click(button('Apply WELCOME5'));
    await browser.see("//header[contains(normalize-space(),'5')]");
  });
  await step('photos', async () => {
    await browser.open(product.url);
    await browser.type('//input[@type="file"]', photos('plum-page-1.jpg', 'quarters.heic'));
    await browser.see(text('Uploaded 2 photo(s)'));
  });
  await step('recipient', async () => {
    await browser.click(button('Continue to Recipient'));
    await browser.type(field('Name'), 'Ilse Brandt');
    await browser.type(field('Email'), ILSE);
  });
  await step('template', async () => {
    await browser.click(button('Continue to Template'));
    await browser.see(field('Message'));
  });
  await step('preview', async () => {
    await browser.click(button('Preview'));
    await browser.see(button('Send Letter'));
  });
  await step('sent', async () => {
    await browser.click(button('Send Letter'));
    await browser.see(text('Letter Sent Successfully'));
  });
  await step('answer', async () => {
    await browser.resize(390, 844);
    await browser.open(await letterPage());
    await browser.type('//input[@type="file"]', photos('plum-page-2.jpg'));
    await browser.click(button('Send your answer'));
    await browser.see(text('Your answer is on its way'));
  });
  await step('my-letters', async () => {
    await browser.open(`${product.url}/my-letters?to=${ILSE}`);
    await browser.see(text('Ilse Brandt wrote back by hand'));
  });
} finally {
  await end();
}
