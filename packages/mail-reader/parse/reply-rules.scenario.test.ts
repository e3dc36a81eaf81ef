import { expect, test } from 'vitest';
import { replyText } from './reply-text.ts';

const LETTER_ADDRESS = 'letters@slow-letters.example';
/** The letter as mail programs quote it. */
const QUOTED = '> Dear Ilse,\n> the plum tree has flowered.\n> Maren\n';
/** The letter as mail programs repeat it that mark no quotation. */
const UNMARKED = 'Dear Ilse,\n\nthe plum tree has flowered.\n\nMaren\n';

/** Messages as mail programs and people write them, one for each rule and for each text that looks like one. */
const CASES: [what: string, expected: string, message: { text?: string; html?: string }][] = [
  [
    'Outlook for Mac, attribution with 12-hour time',
    'Yes.',
    {
      text: `Yes.\n\nOn 5/4/26, 10:12 AM, "Maren Oakes via Slow Letters" <${LETTER_ADDRESS}> wrote:\n\n${UNMARKED}`,
    },
  ],
  [
    'GroupWise, without quote marks',
    'Thanks!',
    { text: `Thanks!\n\n>>> Maren Oakes <${LETTER_ADDRESS}> 05/04/2026 10:12 AM >>>\n${UNMARKED}` },
  ],
  [
    'GroupWise, answered between quote marks',
    'Thanks!\n\nYes, it has.',
    {
      text: `Thanks!\n\n>>> Maren Oakes <${LETTER_ADDRESS}> 05/04/2026 10:12 AM >>>\n> Has the plum tree flowered?\nYes, it has.`,
    },
  ],
  [
    'footer of a mailing list',
    'Fine.',
    {
      text: `Fine.\n${'_'.repeat(47)}\nFriends mailing list\nfriends@club.example\nhttps://club.example/mailman/listinfo/friends`,
    },
  ],
  [
    'keeps words below a long rule',
    `Fine.\n${'_'.repeat(47)}\nThe mailing list\nof my heart: you`,
    { text: `Fine.\n${'_'.repeat(47)}\nThe mailing list\nof my heart: you` },
  ],
  [
    'keeps a list that goes on below a rule',
    'I need:\n- bread\n--\n* stamps\n1) write\nand love',
    { text: 'I need:\n- bread\n--\n* stamps\n1) write\nand love' },
  ],
  ['keeps a sentence below a rule', 'Come soon\n\n--\nI miss you', { text: 'Come soon\n\n--\nI miss you' }],
  [
    'keeps a sentence in small letters below a rule',
    'Come soon\n\n—\nlove always',
    { text: 'Come soon\n\n—\nlove always' },
  ],
  [
    'keeps a list that its author marked and introduced',
    'Two things:\n\n> the cake\n> the coat\n\nBring both.',
    { text: 'Two things:\n\n> the cake\n> the coat\n\nBring both.' },
  ],
  [
    'Gmail, forwarded message',
    'See below.',
    {
      text: `See below.\n\n---------- Forwarded message ---------\nFrom: Maren <${LETTER_ADDRESS}>\nDate: Mon, May 4, 2026 at 10:12 AM\nSubject: A letter\nTo: Ilse\n\n${UNMARKED}`,
    },
  ],
  [
    'Apple Mail, Finnish',
    'Kiitos!',
    { text: `Kiitos!\n\n> Maren Oakes <${LETTER_ADDRESS}> kirjoitti 4.5.2026 kello 10.12:\n> \n${QUOTED}` },
  ],
  [
    'Apple Mail, Finnish, without quote marks',
    'Kiitos!',
    { text: `Kiitos!\n\nMaren Oakes <${LETTER_ADDRESS}> kirjoitti 4.5.2026 kello 10.12:\n\n${UNMARKED}` },
  ],
  [
    'Outlook, Norwegian',
    'Takk!',
    {
      text: `Takk!\n\nFra: Maren <${LETTER_ADDRESS}>\nSendt: mandag 4. mai 2026 10:12\nTil: Ilse <i@x.no>\nEmne: A letter\n\n${UNMARKED}`,
    },
  ],
  [
    'Outlook, Romanian',
    'Mulțumesc!',
    {
      text: `Mulțumesc!\n\nDe la: Maren <${LETTER_ADDRESS}>\nTrimis: luni, 4 mai 2026 10:12\nCătre: Ilse <i@x.ro>\nSubiect: A letter\n\n${UNMARKED}`,
    },
  ],
  [
    'Gmail, Bulgarian',
    'Благодаря!',
    { text: `Благодаря!\n\nНа пн, 4.05.2026 г. в 10:12 Maren <${LETTER_ADDRESS}> написа:\n\n${QUOTED}` },
  ],
  [
    'Gmail, Croatian, wrapped attribution',
    'Hvala!',
    {
      text: `Hvala!\n\npon, 4. svi 2026. u 10:12 Maren Oakes via Slow Letters <\n${LETTER_ADDRESS}> napisao je:\n\n${QUOTED}`,
    },
  ],
  [
    'Outlook, Slovak',
    'Ďakujem.',
    {
      text: `Ďakujem.\n\nOd: Maren <${LETTER_ADDRESS}>\nOdoslané: pondelok 4. mája 2026 10:12\nKomu: Ilse <i@x.sk>\nPredmet: A letter\n\n${UNMARKED}`,
    },
  ],
  [
    'Outlook, Lithuanian, labels not in the lists',
    'Ačiū!',
    {
      text: `Ačiū!\n\nNuo: Maren <${LETTER_ADDRESS}>\nIšsiųsta: pirmadienis, gegužės 4, 2026 10:12\nKam: Ilse <i@x.lt>\nTema: A letter\n\n${UNMARKED}`,
    },
  ],
  [
    'Outlook, Estonian, labels not in the lists',
    'Aitäh!',
    {
      text: `Aitäh!\n\nSaatja: Maren <${LETTER_ADDRESS}>\nSaadetud: esmaspäev, 4. mai 2026 10:12\nAdressaat: Ilse <i@x.ee>\nTeema: A letter\n\n${UNMARKED}`,
    },
  ],
  [
    'Gmail, Thai',
    'ขอบคุณ',
    { text: `ขอบคุณ\n\nในวันที่ จ. 4 พ.ค. 2026 เวลา 10:12 Maren <${LETTER_ADDRESS}> เขียนว่า:\n\n${QUOTED}` },
  ],
  [
    'Outlook, Thai, labels not in the lists',
    'ขอบคุณ',
    {
      text: `ขอบคุณ\n\nจาก: Maren <${LETTER_ADDRESS}>\nส่ง: วันจันทร์ที่ 4 พฤษภาคม 2026 10:12\nถึง: Ilse <i@x.th>\nเรื่อง: A letter\n\n${UNMARKED}`,
    },
  ],
  [
    'Gmail, Indonesian',
    'Terima kasih!',
    {
      text: `Terima kasih!\n\nPada Sen, 4 Mei 2026 pukul 10.12 Maren <${LETTER_ADDRESS}> menulis:\n\n${QUOTED}`,
    },
  ],
  [
    'Gmail, Ukrainian',
    'Дякую!',
    { text: `Дякую!\n\nпн, 4 трав. 2026 р. о 10:12 Maren <${LETTER_ADDRESS}> пише:\n\n${QUOTED}` },
  ],
  [
    'Outlook, Greek',
    'Ευχαριστώ!',
    {
      text: `Ευχαριστώ!\n\nΑπό: Maren <${LETTER_ADDRESS}>\nΣτάλθηκε: Δευτέρα, 4 Μαΐου 2026 10:12\nΠρος: Ilse <i@x.gr>\nΘέμα: A letter\n\n${UNMARKED}`,
    },
  ],
  [
    'Apple Mail, forwarded message',
    'Look.',
    {
      text: `Look.\n\n> Begin forwarded message:\n> \n> From: Maren <${LETTER_ADDRESS}>\n> Date: 4 May 2026\n> \n${QUOTED}`,
    },
  ],
  [
    'keeps labelled lines of an invitation',
    'Come!\n\nWhen: Sunday 14.06.2026, 15:00\nWhere: the pier\nBring: cake\nMail: ilse@example.org',
    {
      text: `Come!\n\nWhen: Sunday 14.06.2026, 15:00\nWhere: the pier\nBring: cake\nMail: ilse@example.org\n`,
    },
  ],
  [
    "keeps a sentence with a date and 'schrieb'",
    'Am 3. Mai um 10:30 schrieb ich dir schon:\n\ndie Katze ist weg.',
    { text: `Am 3. Mai um 10:30 schrieb ich dir schon:\n\ndie Katze ist weg.\n` },
  ],
  [
    "keeps a sentence with 'sent' and 'from my phone'",
    'See you.\n\nI sent you a mail from my phone.',
    { text: `See you.\n\nI sent you a mail from my phone.` },
  ],
  [
    "keeps a German sentence with 'vom iPhone gesendet'",
    'Bis bald.\n\nIch habe dir das Bild vom iPhone gesendet.',
    { text: `Bis bald.\n\nIch habe dir das Bild vom iPhone gesendet.` },
  ],
  [
    'Superhuman',
    'Sure thing.',
    {
      text: `Sure thing.\n\nSent via Superhuman iOS ( https://sprh.mn/?vip=ilse@x )\n\nOn Mon, May 04, 2026 at 10:12 AM, Maren < ${LETTER_ADDRESS} ( ${LETTER_ADDRESS} ) > wrote:\n\n${QUOTED}`,
    },
  ],
  [
    'Telekom Mail',
    'Danke.',
    {
      text: `Danke.\n\nGesendet mit der Telekom Mail App\n\n--- Original-Nachricht ---\nVon: Maren\nBetreff: A letter\nDatum: 04.05.2026, 10:12 Uhr\nAn: Ilse\n\n${UNMARKED}`,
    },
  ],
  [
    'Samsung Email, French',
    'Merci.',
    {
      text: `Merci.\n\nEnvoyé depuis mon smartphone Samsung Galaxy.\n\n-------- Message d'origine --------\nDe : Maren <${LETTER_ADDRESS}>\nDate : 04/05/2026 10:12 (GMT+01:00)\nÀ : ilse\nObjet : A letter\n\n${UNMARKED}`,
    },
  ],
  [
    'Samsung Email, Spanish, mobile provider Claro',
    'Gracias.',
    {
      text: `Gracias.\n\nEnviado desde mi Samsung Mobile de Claro\n\n\n-------- Mensaje original --------\nDe: Maren\nFecha: 04/05/2026 10:12 (GMT-05:00)\nPara: ilse\nAsunto: A letter\n\n${UNMARKED}`,
    },
  ],
  [
    'Lotus Notes, HTML table of fields',
    'Fine.',
    {
      html: `<p>Fine.</p><br><table><tr><td>From:</td><td>Maren &lt;${LETTER_ADDRESS}&gt;</td></tr><tr><td>To:</td><td>ilse</td></tr><tr><td>Date:</td><td>05/04/2026 10:12 AM</td></tr><tr><td>Subject:</td><td>A letter</td></tr></table><hr><p>${UNMARKED}</p>`,
    },
  ],
  [
    'HCL Notes, attribution between dashes',
    'OK.',
    { text: `OK.\n\nMaren Oakes ---05/04/2026 10:12:33 AM---Dear Ilse, the plum tree\n\n${UNMARKED}` },
  ],
  [
    'quote marks behind a right-to-left mark',
    'תודה',
    { text: `תודה\n\n\u200f> Dear Ilse\n\u200f> the plum tree has flowered\n` },
  ],
  [
    'HTML with quote marks as text',
    'Thanks.',
    {
      html: `Thanks.<br><br>On 4 May 2026, at 10:12, Maren &lt;${LETTER_ADDRESS}&gt; wrote:<br>&gt; Dear Ilse,<br>&gt; the plum<br>`,
    },
  ],
  [
    'Outlook, sender on two lines',
    'Yes please.',
    {
      text: `Yes please.\n\nFrom: Maren Oakes \n<${LETTER_ADDRESS}> \nSent: Monday, May 4, 2026 10:12 AM\nTo: Ilse <i@x>\nSubject: A letter\n\n${UNMARKED}`,
    },
  ],
  [
    "'Original Message' without fields",
    'Fine.',
    { text: `Fine.\n\n----- Original Message -----\n\n${UNMARKED}` },
  ],
  [
    'English attribution, wrapped, without quote marks',
    'Nice.',
    {
      text: `Nice.\n\n\nOn Tue, 16 Nov 2021, 12:34 pm Maren - Slow <${LETTER_ADDRESS}>\nwrote:\n\n${UNMARKED}`,
    },
  ],
  [
    "keeps a sentence with a time and 'wrote'",
    'I woke at 5:30 and wrote:\n\na poem.',
    { text: `I woke at 5:30 and wrote:\n\na poem.` },
  ],
  [
    'keeps a name behind a dash',
    'See you\n\n- Ilse',
    { text: `See you\n\n- Ilse\n\nOn 4 May 2026, at 10:12, Maren <${LETTER_ADDRESS}> wrote:\n${QUOTED}` },
  ],
  ['signature below an em dash', 'See you', { text: `See you\n\n—\nIlse Brandt\nHarbour` }],
  [
    "Polish attribution 'W dniu'",
    'Super.',
    { text: `Super.\n\nW dniu 4.05.2026 o 10:12, Maren Oakes pisze:\n${QUOTED}` },
  ],
  [
    'WP Poczta, Polish HTML',
    'Super.',
    {
      html: `<div>Super.</div><div><br></div><div>Dnia 4 maja 2026 10:12 Maren &lt;${LETTER_ADDRESS}&gt; napisał(a):</div><blockquote>${UNMARKED}</blockquote>`,
    },
  ],
  [
    "Outlook, Swedish, 'Datum'",
    'Tack.',
    {
      text: `Tack.\n\nFrån: Maren <${LETTER_ADDRESS}>\nDatum: måndag, 4 maj 2026 10:12\nTill: ilse\nÄmne: A letter\n\n${UNMARKED}`,
    },
  ],
  [
    'Zoho Mail, plain text',
    'Ok!',
    {
      text: `Ok!\n\n---- On Mon, 04 May 2026 10:12:33 +0200 Maren <${LETTER_ADDRESS}> wrote ----\n\n${UNMARKED}`,
    },
  ],
  ['Gmail before 2014', 'Hm.', { text: `Hm.\n\n2013/10/2 Maren <${LETTER_ADDRESS}>\n\n${QUOTED}` }],
  [
    'Gmail for Android, German',
    'Hallo',
    { text: `Hallo\n\nMaren Oakes <${LETTER_ADDRESS}> schrieb am Mo., 4. Mai 2026, 10:12:\n\n${QUOTED}` },
  ],
  [
    "German attribution 'hat geschrieben'",
    'Hallo',
    { text: `Hallo\n\nAm 04.05.2026 um 10:12 hat Maren Oakes geschrieben:\n\n${UNMARKED}` },
  ],
  [
    'Proton Mail before 2022, HTML',
    'Hi',
    {
      html: `<div>Hi</div><div class="protonmail_signature_block"></div><div><br></div><div>‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐<br></div><div> On Monday, May 4th, 2026 at 10:12 AM, Maren &lt;${LETTER_ADDRESS}&gt; wrote:<br></div><div> <br></div><blockquote class="protonmail_quote" type="cite">${UNMARKED}</blockquote>`,
    },
  ],
  [
    'keeps a line with a time and a colon',
    'A line that ends in a time 10:30: and goes on\nHello',
    { text: 'A line that ends in a time 10:30: and goes on\nHello' },
  ],
  [
    'removes a blockquote between new lines that was mailed',
    'The tree\n\nyes',
    { html: `<div>The tree</div><blockquote>the plum tree has flowered</blockquote><div>yes</div>` },
  ],
  [
    'keeps lines that nobody mailed and nobody introduced',
    'I copied you a poem.\n\n> The woods are lovely, dark and deep,\n\nThat is all.\n> and miles to go',
    {
      text: 'I copied you a poem.\n\n> The woods are lovely, dark and deep,\n\nThat is all.\n> and miles to go',
    },
  ],
  [
    'keeps text that Gmail indented',
    'I learned this one.\n\n> Tyger Tyger, burning bright\n\nDo you remember?',
    {
      html: '<div dir="ltr">I learned this one.<br></div><blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>Tyger Tyger, burning bright</div></blockquote><div dir="ltr">Do you remember?</div>',
    },
  ],
  [
    'keeps a first line between angles',
    '>>> PLEASE READ THIS <<<\n\nThe dog is fine.',
    {
      text: `>>> PLEASE READ THIS <<<\n\nThe dog is fine.\n\nOn 4 May 2026, at 10:12, Maren <${LETTER_ADDRESS}> wrote:\n${QUOTED}`,
    },
  ],
  [
    'removes lines with the initials of their author',
    'It is.',
    {
      text: `On 4 May 2026, at 10:12, Maren <${LETTER_ADDRESS}> wrote:\n\nMO> the plum tree has flowered.\n\nIt is.`,
    },
  ],
  [
    'removes the marks of a message that was signed within itself',
    'Signed, sealed.\n- Ilse',
    {
      text: '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nSigned, sealed.\n- - Ilse\n-----BEGIN PGP SIGNATURE-----\n\niQEz\n=ab\n-----END PGP SIGNATURE-----\n',
    },
  ],
  [
    'keeps a blockquote that its author introduced',
    'A poem:\n\n> roses\n\nyes',
    { html: `<div>A poem:</div><blockquote>roses</blockquote><div>yes</div>` },
  ],
  [
    'removes a line quoted by hand, and the letter below',
    'The tree:\n\nIt is lovely.',
    {
      text: `The tree:\n\n> the plum tree has flowered\n\nIt is lovely.\n\nOn Mon, May 4, 2026 at 10:12 AM Maren <${LETTER_ADDRESS}> wrote:\n\n${QUOTED}`,
    },
  ],
  [
    'removes contact details below the closing',
    'Yes, in June.\n\nKind regards,\nIlse Brandt',
    {
      text: 'Yes, in June.\n\nKind regards,\nIlse Brandt\nHead of the town archive\nKirchgasse 4\nT +49 7631 5550134\nilse@example.org',
    },
  ],
  [
    'removes contact details on one line with the name',
    'Yes, in June.\n\nBest,',
    { text: 'Yes, in June.\n\nBest,\nIlse Brandt | Archive | +49 7631 5550134\nwww.example.org' },
  ],
  [
    'keeps a postal address with a telephone number',
    'Call me.\n\nLove,\nIlse\nKirchgasse 4\n79395 Neuenburg\n+49 7631 5550134',
    { text: 'Call me.\n\nLove,\nIlse\nKirchgasse 4\n79395 Neuenburg\n+49 7631 5550134' },
  ],
  [
    'keeps contact details that a postscript follows',
    'Yes.\n\nLove,\nIlse\n+49 7631 5550134\nilse@example.org\n\nPS The hens are well.',
    {
      text: 'Yes.\n\nLove,\nIlse\n+49 7631 5550134\nilse@example.org\n\nPS The hens are well.',
    },
  ],
  [
    'keeps text below a closing word',
    'Thanks,\n\nthe photos are on www.example.org and I wrote to you at maren@example.org twice.\nThat is all.',
    {
      text: 'Thanks,\n\nthe photos are on www.example.org and I wrote to you at maren@example.org twice.\nThat is all.',
    },
  ],
];

test.each(CASES)('replyText: %s', (_what, expected, { text = null, html = null }) => {
  expect(replyText({ text, html }, { mailed: UNMARKED }).body).toBe(expected);
});

test('replyText: an empty message stays empty', () => {
  expect(replyText({ text: null, html: '<div dir="ltr"><br></div>' })).toEqual({ body: '', fullText: '' });
});
