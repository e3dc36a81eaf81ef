import { expect, test } from 'vitest';
import { replyText } from './reply-text.ts';

/** Shapes that mail programs and people write, one rule or one temptation each. */
const L = 'letters@slow-letters.example';
/** the letter as programs quote it, and as those that mark nothing do */
const Q = '> Dear Ilse,\n> the plum tree has flowered.\n> Maren\n';
const U = 'Dear Ilse,\n\nthe plum tree has flowered.\n\nMaren\n';

const CASES: [what: string, expected: string, message: { text?: string; html?: string }][] = [
  [
    'outlook mac old',
    'Yes.',
    { text: `Yes.\n\nOn 5/4/26, 10:12 AM, "Maren Oakes via Slow Letters" <${L}> wrote:\n\n${U}` },
  ],
  [
    'gmail forward instead',
    'See below.',
    {
      text: `See below.\n\n---------- Forwarded message ---------\nFrom: Maren <${L}>\nDate: Mon, May 4, 2026 at 10:12 AM\nSubject: A letter\nTo: Ilse\n\n${U}`,
    },
  ],
  [
    'finnish apple',
    'Kiitos!',
    { text: `Kiitos!\n\n> Maren Oakes <${L}> kirjoitti 4.5.2026 kello 10.12:\n> \n${Q}` },
  ],
  [
    'finnish apple unmarked',
    'Kiitos!',
    { text: `Kiitos!\n\nMaren Oakes <${L}> kirjoitti 4.5.2026 kello 10.12:\n\n${U}` },
  ],
  [
    'norwegian outlook',
    'Takk!',
    {
      text: `Takk!\n\nFra: Maren <${L}>\nSendt: mandag 4. mai 2026 10:12\nTil: Ilse <i@x.no>\nEmne: A letter\n\n${U}`,
    },
  ],
  [
    'romanian outlook',
    'Mulțumesc!',
    {
      text: `Mulțumesc!\n\nDe la: Maren <${L}>\nTrimis: luni, 4 mai 2026 10:12\nCătre: Ilse <i@x.ro>\nSubiect: A letter\n\n${U}`,
    },
  ],
  [
    'bulgarian gmail',
    'Благодаря!',
    { text: `Благодаря!\n\nНа пн, 4.05.2026 г. в 10:12 Maren <${L}> написа:\n\n${Q}` },
  ],
  [
    'croatian',
    'Hvala!',
    { text: `Hvala!\n\npon, 4. svi 2026. u 10:12 Maren Oakes via Slow Letters <\n${L}> napisao je:\n\n${Q}` },
  ],
  [
    'slovak outlook',
    'Ďakujem.',
    {
      text: `Ďakujem.\n\nOd: Maren <${L}>\nOdoslané: pondelok 4. mája 2026 10:12\nKomu: Ilse <i@x.sk>\nPredmet: A letter\n\n${U}`,
    },
  ],
  [
    'lithuanian outlook generic',
    'Ačiū!',
    {
      text: `Ačiū!\n\nNuo: Maren <${L}>\nIšsiųsta: pirmadienis, gegužės 4, 2026 10:12\nKam: Ilse <i@x.lt>\nTema: A letter\n\n${U}`,
    },
  ],
  [
    'estonian generic',
    'Aitäh!',
    {
      text: `Aitäh!\n\nSaatja: Maren <${L}>\nSaadetud: esmaspäev, 4. mai 2026 10:12\nAdressaat: Ilse <i@x.ee>\nTeema: A letter\n\n${U}`,
    },
  ],
  ['thai gmail', 'ขอบคุณ', { text: `ขอบคุณ\n\nในวันที่ จ. 4 พ.ค. 2026 เวลา 10:12 Maren <${L}> เขียนว่า:\n\n${Q}` }],
  [
    'thai outlook generic',
    'ขอบคุณ',
    {
      text: `ขอบคุณ\n\nจาก: Maren <${L}>\nส่ง: วันจันทร์ที่ 4 พฤษภาคม 2026 10:12\nถึง: Ilse <i@x.th>\nเรื่อง: A letter\n\n${U}`,
    },
  ],
  [
    'indonesian',
    'Terima kasih!',
    { text: `Terima kasih!\n\nPada Sen, 4 Mei 2026 pukul 10.12 Maren <${L}> menulis:\n\n${Q}` },
  ],
  ['ukrainian', 'Дякую!', { text: `Дякую!\n\nпн, 4 трав. 2026 р. о 10:12 Maren <${L}> пише:\n\n${Q}` }],
  [
    'greek outlook',
    'Ευχαριστώ!',
    {
      text: `Ευχαριστώ!\n\nΑπό: Maren <${L}>\nΣτάλθηκε: Δευτέρα, 4 Μαΐου 2026 10:12\nΠρος: Ilse <i@x.gr>\nΘέμα: A letter\n\n${U}`,
    },
  ],
  [
    'begin forwarded',
    'Look.',
    { text: `Look.\n\n> Begin forwarded message:\n> \n> From: Maren <${L}>\n> Date: 4 May 2026\n> \n${Q}` },
  ],
  [
    'three labels are a letter',
    'Come!\n\nWhen: Sunday 14.06.2026, 15:00\nWhere: the pier\nBring: cake\nMail: ilse@example.org',
    {
      text: `Come!\n\nWhen: Sunday 14.06.2026, 15:00\nWhere: the pier\nBring: cake\nMail: ilse@example.org\n`,
    },
  ],
  [
    'human wrote',
    'Am 3. Mai um 10:30 schrieb ich dir schon:\n\ndie Katze ist weg.',
    { text: `Am 3. Mai um 10:30 schrieb ich dir schon:\n\ndie Katze ist weg.\n` },
  ],
  [
    'human sent',
    'See you.\n\nI sent you a mail from my phone.',
    { text: `See you.\n\nI sent you a mail from my phone.` },
  ],
  [
    'human sent de',
    'Bis bald.\n\nIch habe dir das Bild vom iPhone gesendet.',
    { text: `Bis bald.\n\nIch habe dir das Bild vom iPhone gesendet.` },
  ],
  [
    'superhuman',
    'Sure thing.',
    {
      text: `Sure thing.\n\nSent via Superhuman iOS ( https://sprh.mn/?vip=ilse@x )\n\nOn Mon, May 04, 2026 at 10:12 AM, Maren < ${L} ( ${L} ) > wrote:\n\n${Q}`,
    },
  ],
  [
    'telekom',
    'Danke.',
    {
      text: `Danke.\n\nGesendet mit der Telekom Mail App\n\n--- Original-Nachricht ---\nVon: Maren\nBetreff: A letter\nDatum: 04.05.2026, 10:12 Uhr\nAn: Ilse\n\n${U}`,
    },
  ],
  [
    'samsung fr',
    'Merci.',
    {
      text: `Merci.\n\nEnvoyé depuis mon smartphone Samsung Galaxy.\n\n-------- Message d'origine --------\nDe : Maren <${L}>\nDate : 04/05/2026 10:12 (GMT+01:00)\nÀ : ilse\nObjet : A letter\n\n${U}`,
    },
  ],
  [
    'claro',
    'Gracias.',
    {
      text: `Gracias.\n\nEnviado desde mi Samsung Mobile de Claro\n\n\n-------- Mensaje original --------\nDe: Maren\nFecha: 04/05/2026 10:12 (GMT-05:00)\nPara: ilse\nAsunto: A letter\n\n${U}`,
    },
  ],
  [
    'lotus html table',
    'Fine.',
    {
      html: `<p>Fine.</p><br><table><tr><td>From:</td><td>Maren &lt;${L}&gt;</td></tr><tr><td>To:</td><td>ilse</td></tr><tr><td>Date:</td><td>05/04/2026 10:12 AM</td></tr><tr><td>Subject:</td><td>A letter</td></tr></table><hr><p>${U}</p>`,
    },
  ],
  [
    'notes',
    'OK.',
    { text: `OK.\n\nMaren Oakes ---05/04/2026 10:12:33 AM---Dear Ilse, the plum tree\n\n${U}` },
  ],
  ['bidi quoted', 'תודה', { text: `תודה\n\n\u200f> Dear Ilse\n\u200f> Maren\n` }],
  [
    'html br gt',
    'Thanks.',
    {
      html: `Thanks.<br><br>On 4 May 2026, at 10:12, Maren &lt;${L}&gt; wrote:<br>&gt; Dear Ilse,<br>&gt; the plum<br>`,
    },
  ],
  [
    'fields on two lines',
    'Yes please.',
    {
      text: `Yes please.\n\nFrom: Maren Oakes \n<${L}> \nSent: Monday, May 4, 2026 10:12 AM\nTo: Ilse <i@x>\nSubject: A letter\n\n${U}`,
    },
  ],
  ['original message without fields', 'Fine.', { text: `Fine.\n\n----- Original Message -----\n\n${U}` }],
  [
    'english 12h unmarked wrapped',
    'Nice.',
    { text: `Nice.\n\n\nOn Tue, 16 Nov 2021, 12:34 pm Maren - Slow <${L}>\nwrote:\n\n${U}` },
  ],
  [
    'talk about time',
    'I woke at 5:30 and wrote:\n\na poem.',
    { text: `I woke at 5:30 and wrote:\n\na poem.` },
  ],
  [
    'names after dashes kept',
    'See you\n\n- Ilse',
    { text: `See you\n\n- Ilse\n\nOn 4 May 2026, at 10:12, Maren <${L}> wrote:\n${Q}` },
  ],
  ['em dash signature', 'See you', { text: `See you\n\n—\nIlse Brandt\nHarbour` }],
  ['polish dnia', 'Super.', { text: `Super.\n\nW dniu 4.05.2026 o 10:12, Maren Oakes pisze:\n${Q}` }],
  [
    'wp pl',
    'Super.',
    {
      html: `<div>Super.</div><div><br></div><div>Dnia 4 maja 2026 10:12 Maren &lt;${L}&gt; napisał(a):</div><blockquote>${U}</blockquote>`,
    },
  ],
  [
    'swedish outlook date',
    'Tack.',
    {
      text: `Tack.\n\nFrån: Maren <${L}>\nDatum: måndag, 4 maj 2026 10:12\nTill: ilse\nÄmne: A letter\n\n${U}`,
    },
  ],
  [
    'zoho text ----',
    'Ok!',
    { text: `Ok!\n\n---- On Mon, 04 May 2026 10:12:33 +0200 Maren <${L}> wrote ----\n\n${U}` },
  ],
  ['old gmail', 'Hm.', { text: `Hm.\n\n2013/10/2 Maren <${L}>\n\n${Q}` }],
  [
    'android gmail reply de',
    'Hallo',
    { text: `Hallo\n\nMaren Oakes <${L}> schrieb am Mo., 4. Mai 2026, 10:12:\n\n${Q}` },
  ],
  [
    'hat geschrieben',
    'Hallo',
    { text: `Hallo\n\nAm 04.05.2026 um 10:12 hat Maren Oakes geschrieben:\n\n${U}` },
  ],
  [
    'proton html old',
    'Hi',
    {
      html: `<div>Hi</div><div class="protonmail_signature_block"></div><div><br></div><div>‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐<br></div><div> On Monday, May 4th, 2026 at 10:12 AM, Maren &lt;${L}&gt; wrote:<br></div><div> <br></div><blockquote class="protonmail_quote" type="cite">${U}</blockquote>`,
    },
  ],
  [
    'one long line before',
    'A line that ends in a time 10:30: and goes on\nHello',
    { text: 'A line that ends in a time 10:30: and goes on\nHello' },
  ],
  [
    'html nested blockquote poem',
    'A poem:\n\nyes',
    { html: `<div>A poem:</div><blockquote>roses</blockquote><div>yes</div>` },
  ],
  [
    'a line of the letter quoted by hand, the letter below',
    'The tree:\n\nIt is lovely.',
    {
      text: `The tree:\n\n> the plum tree has flowered\n\nIt is lovely.\n\nOn Mon, May 4, 2026 at 10:12 AM Maren <${L}> wrote:\n\n${Q}`,
    },
  ],
  [
    'a card below the closing',
    'Yes, in June.\n\nKind regards,\nIlse Brandt',
    {
      text: 'Yes, in June.\n\nKind regards,\nIlse Brandt\nHead of the town archive\nKirchgasse 4\nT +49 7631 5550134\nilse@example.org',
    },
  ],
  [
    'a card without a name above it',
    'Yes, in June.\n\nBest,',
    { text: 'Yes, in June.\n\nBest,\nIlse Brandt | Archive | +49 7631 5550134\nwww.example.org' },
  ],
  [
    'a telephone number that is told',
    'Call me.\n\nLove,\nIlse\nKirchgasse 4\n79395 Neuenburg\n+49 7631 5550134',
    { text: 'Call me.\n\nLove,\nIlse\nKirchgasse 4\n79395 Neuenburg\n+49 7631 5550134' },
  ],
  [
    'an afterthought below the card',
    'Yes.\n\nLove,\nIlse\n+49 7631 5550134\nilse@example.org\n\nPS The hens are well.',
    {
      text: 'Yes.\n\nLove,\nIlse\n+49 7631 5550134\nilse@example.org\n\nPS The hens are well.',
    },
  ],
  [
    'more of the letter below a word that closes letters',
    'Thanks,\n\nthe photos are on www.example.org and I wrote to you at maren@example.org twice.\nThat is all.',
    {
      text: 'Thanks,\n\nthe photos are on www.example.org and I wrote to you at maren@example.org twice.\nThat is all.',
    },
  ],
];

test.each(CASES)('%s', (_what, expected, { text = null, html = null }) => {
  expect(replyText({ text, html }).body).toBe(expected);
});

test('replyText: an empty message stays empty', () => {
  expect(replyText({ text: null, html: '<div dir="ltr"><br></div>' })).toEqual({ body: '', fullText: '' });
});
