import { describe, expect, test } from 'vitest';
import { parseMessage } from './parse-message.ts';
import { replyText } from './reply-text.ts';

interface Part {
  type: string;
  body: string | Buffer;
}

const HEADER = 'From: Ilse <ilse@example.org>\r\nTo: letters@example.org\r\nMIME-Version: 1.0\r\n';

const bytes = (...pieces: (string | Buffer)[]) => Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
const message = ({ type, body }: Part, header = '') =>
  bytes(HEADER, header, `Content-Type: ${type}\r\n\r\n`, body, '\r\n');
let boundaries = 0;
function multipart(kind: string, ...parts: Part[]): Part {
  const boundary = `b${boundaries++}`;
  return {
    type: `multipart/${kind}; boundary="${boundary}"`,
    body: bytes(
      ...parts.flatMap(({ type, body }) => [`--${boundary}\r\nContent-Type: ${type}\r\n\r\n`, body, '\r\n']),
      `--${boundary}--`,
    ),
  };
}
const plain = (body: string, params = '; charset=utf-8'): Part => ({ type: `text/plain${params}`, body });
const html = (body: string): Part => ({ type: 'text/html; charset=utf-8', body });
const image: Part = { type: 'image/png; name=a.png', body: 'x' };

async function bodyOf(raw: Buffer): Promise<string> {
  return replyText((await parseMessage(raw)).texts).body;
}

describe('parts of a message', () => {
  test.each<[string, string, Part]>([
    [
      "words, then a scanner's HTML",
      'Thank you!\n\nScanned for viruses.',
      multipart('mixed', plain('Thank you!'), html('<p>Scanned for viruses.</p>')),
    ],
    [
      "words in HTML, then a list's footer",
      'Thank you!\n\nA list',
      multipart('mixed', html('<p>Thank you!</p>'), plain('A list')),
    ],
    [
      'words before and after a picture',
      'Before\n\nAfter',
      multipart('mixed', plain('Before'), image, plain('After')),
    ],
    [
      'HTML before and after a picture',
      'Before\n\nAfter',
      multipart('mixed', html('Before'), image, html('After')),
    ],
    [
      'alternatives, then a footer',
      'Rich\n\nFooter',
      multipart('mixed', multipart('alternative', plain('Plain'), html('<b>Rich</b>')), html('Footer')),
    ],
    [
      'Apple Mail: HTML in pieces beside one plain text',
      'One\n\nTwo',
      multipart(
        'alternative',
        plain('One Two'),
        multipart('mixed', html('<div>One</div>'), image, html('<div>Two</div>')),
      ),
    ],
    [
      'alternatives of which the HTML is empty',
      'Plain',
      multipart('alternative', plain('Plain'), html('<div></div>')),
    ],
    [
      'related pictures',
      'Rich',
      multipart('related', multipart('alternative', plain('Plain'), html('Rich')), image),
    ],
    [
      'words, quoted HTML in a later part',
      'Yes.',
      multipart('mixed', plain('Yes.'), html('<blockquote type="cite">Dear Ilse</blockquote>')),
    ],
    [
      'an attached message is no new text',
      'See below.',
      multipart('mixed', plain('See below.'), {
        type: 'message/rfc822\r\nContent-Disposition: inline',
        body: 'From: Maren <m@example.org>\r\nSubject: A letter\r\n\r\nDear Ilse',
      }),
    ],
  ])('%s', async (_what, expected, part) => {
    expect(await bodyOf(message(part))).toBe(expected);
  });

  test('what is left out of the text is in the whole message', async () => {
    const part = multipart('mixed', plain('See below.'), {
      type: 'message/rfc822\r\nContent-Disposition: inline',
      body: 'From: Maren <m@example.org>\r\nSubject: A letter\r\n\r\nDear Ilse',
    });
    const { fullText } = replyText((await parseMessage(message(part))).texts);
    expect(fullText).toContain('Subject: A letter');
    expect(fullText).toContain('Dear Ilse');
  });
});

describe('format=flowed (RFC 3676)', () => {
  const flowed = (body: string, params = '') =>
    bodyOf(message(plain(body, `; charset=utf-8; format=flowed${params}`)));

  test('an answer directly below a quotation stays its own line', async () => {
    expect(await flowed('> Will you \r\n> come on \r\nYes, gladly.\r\n> And Tom? \r\nTom too.')).toBe(
      '> Will you come on\nYes, gladly.\n> And Tom?\nTom too.',
    );
    expect(await flowed('Here I answer \r\n> a quotation')).toBe('Here I answer\n> a quotation');
    expect(await flowed('>> older \r\n> newer \r\nmine')).toBe('>> older\n> newer\nmine');
  });

  test('lines of one paragraph are joined, with delsp without their space', async () => {
    expect(await flowed('one \r\ntwo\r\nthree')).toBe('one two\nthree');
    expect(await flowed('愛 \r\n情', '; delsp=yes')).toBe('愛情');
  });

  test('a stuffed line that begins with a quotation mark is new text', async () => {
    expect(await flowed(' >_< said the owl\r\n From here on')).toBe('>_< said the owl\nFrom here on');
  });

  test('the delimiter of a signature is not joined', async () => {
    expect(await flowed('Yes. \r\n-- \r\nIlse')).toBe('Yes.');
  });
});

describe('charsets', () => {
  const of = (text: string, charset: string, params: string, type = 'text/plain') =>
    bodyOf(message({ type: `${type}${params}`, body: encoded(text, charset) }));
  const GERMAN = 'Schöne Grüße – dein Brief kam an.';
  const RUSSIAN = 'Привет, спасибо за письмо! Как дела у вас дома?';

  test.each([
    ['none, UTF-8', GERMAN, 'utf-8', ''],
    ['none, windows-1252', GERMAN, 'windows-1252', ''],
    ['utf-8, but windows-1252', GERMAN, 'windows-1252', '; charset=utf-8'],
    ['us-ascii, but windows-1252', GERMAN, 'windows-1252', '; charset=us-ascii'],
    ['us-ascii, but UTF-8', GERMAN, 'utf-8', '; charset=us-ascii'],
    ['unknown-8bit', GERMAN, 'windows-1252', '; charset=unknown-8bit'],
    ['a charset that nobody knows', GERMAN, 'utf-8', '; charset=klingon'],
    ['iso-8859-1 for windows-1252', GERMAN, 'windows-1252', '; charset=iso-8859-1'],
    ['two words of windows-1252', 'Schöne Grüße', 'windows-1252', ''],
    ['none, windows-1251', RUSSIAN, 'windows-1251', ''],
    ['none, KOI8-R', RUSSIAN, 'koi8-r', ''],
    ['koi8-r', RUSSIAN, 'koi8-r', '; charset=koi8-r'],
    ['none, Shift_JIS', 'お手紙ありがとうございます。', 'shift_jis', ''],
    ['shift_jis', 'お手紙ありがとうございます。', 'shift_jis', '; charset=shift_jis'],
  ])('%s', async (_what, text, charset, params) => {
    expect(await of(text, charset, params)).toBe(text);
    expect(await of(`<p>${text}</p>`, charset, params, 'text/html')).toBe(text);
  });

  test.each([
    ['a line in windows-1252', encoded('Grüße', 'windows-1252'), 'Gr\ufffd\ufffde'],
    ['a character that was cut', Buffer.from('ü').subarray(0, 1), '\ufffd'],
  ])('UTF-8 stays it with %s', async (_what, added, shown) => {
    const body = Buffer.concat([Buffer.from(`${GERMAN} `), added]);
    expect(await bodyOf(message({ type: 'text/plain; charset=utf-8', body }))).toBe(`${GERMAN} ${shown}`);
  });

  test.each([
    ['utf-7', 'Sch+APY-ne Gr+APwA3w-e: 1 +- 1'],
    ['unicode-1-1-utf-7', 'Sch+APY-ne Gr+APwA3w-e: 1 +- 1'],
  ])('%s is decoded', async (charset, body) => {
    expect(await bodyOf(message(plain(body, `; charset=${charset}`)))).toBe('Schöne Grüße: 1 + 1');
  });

  test.each([
    ['windows-1252', 'Grüße aus Köln'],
    ['utf-8', 'Grüße aus Köln'],
    ['windows-1251', 'Привет, спасибо за письмо'],
  ])('a subject of raw bytes in %s', async (charset, subject) => {
    const header = bytes('Subject: ', encoded(subject, charset), '\r\n').toString('latin1');
    const raw = Buffer.from(`From: Ilse <i@example.org>\r\n${header}\r\nYes.\r\n`, 'latin1');
    expect((await parseMessage(raw)).subject).toBe(subject);
  });

  test('a subject of raw bytes in angle brackets', async () => {
    const subject = encoded('<Привет, спасибо за письмо>', 'windows-1251');
    const raw = bytes('From: i@example.org\r\nSubject: ', subject, '\r\n\r\nYes.\r\n');
    expect((await parseMessage(raw)).subject).toBe('<Привет, спасибо за письмо>');
  });

  test.each(['koi8-r', 'windows-1251'])('a name and a subject of raw bytes in %s', async (charset) => {
    const name = encoded('Иван Петров', charset);
    const subject = encoded('Ответ на ваше письмо', charset);
    const raw = bytes('From: ', name, ' <i@example.org>\r\nSubject: ', subject, '\r\n\r\nYes.\r\n');
    expect((await parseMessage(raw)).subject).toBe('Ответ на ваше письмо');
  });

  test.each([
    ['=?iso-8859-1?Q?Gr\xfc\xdfe_von_Ilse?=', 'Grüße von Ilse'],
    ['=?windows-1252?q?Caf\xe9_=96_oui?=', 'Café – oui'],
    ['=?utf-8?Q?Gr\xc3\xbc\xc3\x9fe?=', 'Grüße'],
    ['=?utf-8?Q?Gr\xfc\xdfe?=', 'Grüße'],
    ['=?iso-8859-1?Q?Gr\xfc\xdfe von Ilse?=', 'Grüße von Ilse'],
    ['=?utf-8?B?R3L832U=?= aus K\xf6ln', 'Grüße aus Köln'],
    ['=?utf-8?Q?Gr=FC?= =?utf-8?Q?=DFe_von?= Ilse', 'Grüße von Ilse'],
    ['=?unknown-8bit?Q?Gr=FC=DFe?=', 'Grüße'],
    ['=?utf-8?Q?Gr=C3?=\r\n =?utf-8?Q?=BC=C3=9Fe?=', 'Grüße'],
    ['=?koi8-r?Q?\xf0\xd2\xc9\xd7\xc5\xd4?=', 'Привет'],
    ['=?koi8-r?Q?=F0=D2?= =?utf-8?Q?=FC?=', 'Пр\ufffd'],
  ])('an encoded subject with raw bytes: %j', async (written, subject) => {
    const raw = Buffer.from(`Subject: ${written}\r\n\r\nok`, 'latin1');
    expect((await parseMessage(raw)).subject).toBe(subject);
  });
});

/** By reversing the decoder, which knows the charset's every character. */
function encoded(text: string, charset: string): Buffer {
  if (charset === 'utf-8') return Buffer.from(text);
  const decoder = new TextDecoder(charset);
  const known = new Map<string, number[]>();
  for (let one = 0; one < 256; one++) known.set(decoder.decode(Uint8Array.of(one)), [one]);
  if (charset === 'shift_jis') {
    for (let lead = 0x81; lead < 0xa0; lead++)
      for (let trail = 0x40; trail < 0xfd; trail++) {
        const character = decoder.decode(Uint8Array.of(lead, trail));
        if (!known.has(character)) known.set(character, [lead, trail]);
      }
  }
  return Buffer.from([...text].flatMap((character) => known.get(character) ?? [0x3f]));
}
