import { caniemail, rawData } from 'caniemail';
import { beforeAll, describe, expect, it } from 'vitest';
import { TEMPLATE_IDS, type TemplateId } from '../shared/templates.ts';
import { testLetterMail, testPhotos } from '../test/support/letter-mail.ts';
import { ALLOWED, type MailClient } from '../test/support/mail-clients-allowed.ts';
import { loadTemplates } from './render-template.tsx';
import type { LetterMail } from './template.ts';

const renderTemplate = await loadTemplates();

/** The mail clients that recipients are expected to read with. */
const CLIENTS = [
  'apple-mail.ios',
  'apple-mail.macos',
  'gmail.android',
  'gmail.desktop-webmail',
  'gmail.ios',
  'gmail.mobile-webmail',
  'gmx.android',
  'gmx.desktop-webmail',
  'gmx.ios',
  'outlook.android',
  'outlook.ios',
  'outlook.macos',
  'outlook.outlook-com',
  'outlook.windows',
  'samsung-email.android',
  'thunderbird.macos',
  'web-de.android',
  'web-de.desktop-webmail',
  'web-de.ios',
  'yahoo.android',
  'yahoo.desktop-webmail',
  'yahoo.ios',
] as const;

const href = 'https://letters.example/l/abc';
const closing = { webUrl: href, stopUrl: `${href}/stop`, stampUrl: href };
const story =
  'I planted the plum tree four years ago and it flowered at last this March, white and loud with bees.';
const LETTERS: LetterMail[] = [
  testLetterMail({
    ...closing,
    photos: testPhotos(5),
    envelope: true,
    message: `Dear Ilse,\n\n${story}\n\n${story}\n\nRead slowly.\n\nMaren`,
  }),
  testLetterMail({ ...closing, photos: testPhotos(2), message: `${story} `.repeat(40) }),
  testLetterMail({ photos: [{ src: 'cid:tiny', width: 100, height: 200, alt: 'tiny' }], message: '' }),
];

/**
 * The data with only what was found in each client's newest version (the library compares versions as text, so that
 * 5.1 comes after 12.2). Nobody has tried every feature everywhere: there the library throws, or counts a question
 * mark as partial support, and nothing can be held against a template.
 */
function keepNewestFindings(): void {
  for (const feature of rawData.data) {
    const found: [string, Record<string, Record<string, string>>][] = Object.entries(feature.stats);
    const newest: Record<string, Record<string, Record<string, string>>> = {};
    for (const client of CLIENTS) {
      const [family = '', platform = ''] = client.split('.');
      const versions = new Map(found).get(family)?.[platform] ?? {};
      const last = Object.keys(versions).sort((one, other) =>
        one.localeCompare(other, 'en', { numeric: true }),
      );
      const finding = versions[last.at(-1) ?? ''] ?? 'u';
      newest[family] = { ...newest[family], [platform]: { newest: finding.startsWith('u') ? 'y' : finding } };
    }
    feature.stats = newest;
  }
}

/** Features that a template uses, each with the families of clients that lack support, wholly or in part. */
function unsupported(id: TemplateId): Map<string, Set<MailClient>> {
  const found = new Map<string, Set<MailClient>>();
  for (const letter of LETTERS) {
    const { issues } = caniemail({ clients: [...CLIENTS], html: renderTemplate(id, letter) });
    for (const [client, features] of [...issues.errors, ...issues.warnings]) {
      const [family] = client.split('.');
      for (const { title } of features)
        found.set(title, (found.get(title) ?? new Set()).add(family as MailClient));
    }
  }
  return found;
}

const used = new Map<string, Set<MailClient>>();

describe('templates and the data of caniemail.com', () => {
  beforeAll(keepNewestFindings);

  it.each(TEMPLATE_IDS)('%s: every feature that a client lacks is in the list of allowed ones', (id) => {
    const unexplained: string[] = [];
    for (const [title, clients] of unsupported(id)) {
      const known = used.get(title) ?? new Set();
      used.set(title, known);
      for (const client of clients) {
        known.add(client);
        if (!ALLOWED[title]?.missingIn.includes(client)) unexplained.push(`${title}: ${client}`);
      }
    }
    expect(unexplained.sort()).toEqual([]);
  });

  it('allowed features: each is still used, and still lacking in each client named', () => {
    const stale = Object.entries(ALLOWED).flatMap(([title, { missingIn }]) =>
      missingIn.filter((client) => !used.get(title)?.has(client)).map((client) => `${title}: ${client}`),
    );
    expect(stale).toEqual([]);
  });

  it('allowed features: each has a reason', () => {
    for (const [title, { because }] of Object.entries(ALLOWED))
      expect(because.length, title).toBeGreaterThan(20);
  });
});
