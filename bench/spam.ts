import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createTransport } from 'nodemailer';
import { readConfig } from '../server/core/config.ts';
import { mailFrom } from '../server/mail/out/addresses.ts';
import { commonHeaders, plainMail } from '../server/mail/out/send-mail.ts';
import { letterPhotoName } from '../shared/photos.ts';
import { TEMPLATES, type TemplateId } from '../shared/templates.ts';
import { words } from '../shared/words.ts';
import { defaultMessage, personalise } from '../templates/message.ts';
import { renderPlainText } from '../templates/plain-text.ts';
import { loadTemplates } from '../templates/render-template.tsx';
import { letterSubject } from '../templates/subject.ts';
import { testLetterMail } from '../test/support/letter-mail.ts';

/**
 * SpamAssassin's local rules on a letter of every template, of three pages and of one with few words, and on a mail
 * of our own. Goal: at most 0.1.
 */
const GOAL = 0.1;

if (spawnSync('spamassassin', ['--version']).status !== 0) {
  console.log('SpamAssassin is not installed here, so nothing was measured: apt-get install spamassassin');
  process.exit(0);
}

const renderTemplate = await loadTemplates();
const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
const picture = await readFile('test/photos/files/plum-page-1.jpg');
const web = 'https://letters.example.org/l/abcdefghjkmnpqrstvwxyz2345';

async function mailOf(template: TemplateId, message: string, pages: number): Promise<Buffer> {
  const cids = Array.from({ length: pages }, (_, index) => `page-${index + 1}.${randomUUID()}@slow-letters`);
  const letter = testLetterMail({
    writtenOn: new Date(),
    productUrl: 'https://letters.example.org/',
    message: personalise(message, { name: 'Ilse Brandt' }),
    photos: cids.map((cid, index) => ({
      src: `cid:${cid}`,
      width: 825,
      height: 1100,
      alt: `Page ${index + 1} of the handwritten letter from Maren Oakes`,
    })),
    webUrl: web,
    stopUrl: `${web}/stop`,
  });
  const { message: raw } = await composer.sendMail({
    from: { name: 'Maren Oakes via Slow Letters', address: 'letters@example.org' },
    to: { name: 'Ilse Brandt', address: 'ilse@example.net' },
    replyTo: { name: 'Maren Oakes', address: 'reply+abcdefghjkmnpqrstvwxyz2345@reply.example.org' },
    subject: letterSubject(letter),
    text: renderPlainText(letter),
    html: renderTemplate(template, letter),
    headers: { 'List-Unsubscribe': `<${web}/stop>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    date: letter.writtenOn,
    attachments: cids.map((cid, index) => ({
      filename: letterPhotoName(letter.senderName, index + 1, words('en')),
      contentType: 'image/jpeg',
      contentDisposition: 'inline' as const,
      cid,
      content: picture,
    })),
  });
  return raw as Buffer;
}

/** Every mail but a letter has this shell. */
async function noticeMail(): Promise<Buffer> {
  const config = readConfig({ PUBLIC_URL: 'https://letters.example.org', MAIL_FROM: 'post@example.org' });
  const { messageId, ...notice } = plainMail(config, words('en'), {
    to: 'ilse@example.net',
    name: 'Ilse Brandt',
    subject: 'Please confirm your address for Slow Letters',
    paragraphs: [
      'This address was used to make an account at Slow Letters. If that was you, please confirm it.',
    ],
    rows: [['Browser', 'Firefox on Windows']],
    link: { address: 'https://letters.example.org/verify-email?oobCode=abc', label: 'Confirm my address' },
    closing: 'The link works for three days, in a browser that is signed in to this account.',
  });
  const headers = { 'Auto-Submitted': 'auto-generated', ...commonHeaders('notice', 'en') };
  const { message } = await composer.sendMail({ from: mailFrom(config), ...notice, messageId, headers });
  return message as Buffer;
}

function judge(mail: Buffer): { points: number; rules: string } {
  const { stdout } = spawnSync('spamassassin', ['--local', '--cf=use_bayes 0'], {
    input: mail,
    maxBuffer: 2 ** 26,
  });
  const head = stdout.toString('latin1').replace(/\r?\n[ \t]+/g, ' ');
  const [, points, rules] =
    /^X-Spam-Status: \w+, score=(-?[\d.]+).*? tests=(.*?) autolearn/m.exec(head) ?? [];
  if (points === undefined) throw new Error('SpamAssassin gave no verdict.');
  return { points: Number(points), rules: rules ?? '' };
}

const LETTERS = [
  { name: 'usual', text: defaultMessage(3, words('en')), pages: 3 },
  { name: 'short', text: 'Thinking of you.', pages: 1 },
];
let most = 0;
const tell = (name: string, mail: Buffer) => {
  const { points, rules } = judge(mail);
  most = Math.max(most, points);
  console.log(`${name.padEnd(26)} ${points.toFixed(1)}  ${rules}`);
};
for (const { id, label } of TEMPLATES)
  for (const { name, text, pages } of LETTERS) tell(`${label} ${name}`, await mailOf(id, text, pages));
tell('Notice', await noticeMail());
console.log(`most ${most.toFixed(1)} points (goal: ${GOAL} or less)`);
process.exitCode = most <= GOAL ? 0 : 1;
