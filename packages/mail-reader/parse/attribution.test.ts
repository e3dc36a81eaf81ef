import { expect, test } from 'vitest';
import { replyText } from './reply-text.ts';

const A = 'letters@slow-letters.example';
const Q = '> Dear Ilse,\n> the plum tree has flowered.\n> Maren\n';

/** Attributions as programs write and gateways wrap them; only the first line is the person's. */
const WRAPPED = [
  `Danke!\n\nMaren Oakes <${A}> schrieb am Fr., 28.\nApr. 2017 um 11:53 Uhr:\n\n${Q}`,
  `Danke!\n\nMaren Oakes via Slow Letters\n<${A}> schrieb am Fr., 28.\nApr. 2017 um 11:53 Uhr:\n\n${Q}`,
  `Danke!\n\nAm Fr., 28. Apr. 2017 um 11:53 Uhr schrieb Maren Oakes via Slow\nLetters <${A}>:\n\n${Q}`,
  `Danke!\n\nAm Fr.,\n28. Apr. 2017 um 11:53 Uhr schrieb Maren\n<${A}>:\n\n${Q}`,
  `Danke!\n\nMaren Oakes <${A}> schrieb am Fr., 28. Apr. 2017 um\n11:53 Uhr:\n\n${Q}`,
  `Danke!\n\nMaren Oakes <${A}> schrieb am Fr., 28.\nApr.\n2017 um 11:53:\n\n${Q}`,
  `Thanks!\n\nOn Fri, Apr 28, 2017 at 11:53 AM, Maren Oakes <${A}\n> wrote:\n\n${Q}`,
  `Thanks!\n\nOn Fri, Apr 28, 2017 at 11:53 AM, Maren Oakes <${A}\n>:\n\n${Q}`,
  `Thanks!\n\nOn Fri, Apr 28, 2017 at 11:53 AM, Maren Oakes <\nmailto:${A}> wrote:\n\n${Q}`,
  `Thanks!\n\nOn Fri, Apr 28, 2017 at 11:53 AM, Maren Oakes <${A}<\nmailto:${A}>> wrote:\n\n${Q}`,
  `Thanks!\n\nOn Fri, Apr 28, 2017 at 11:53 AM, Maren <${A}> wrote\n\n${Q}`,
  `Thanks!\n\nOn Fri, Apr 28, 2017 at 11:53 AM, Maren <${A}> wrote\n\nDear Ilse,\nthe plum\n`,
  `Thanks!\n\n2017-04-28 11:53 GMT+02:00 Maren Oakes\n\n${Q}`,
  `Thanks!\n\n2017-04-28 11:53 GMT+02:00 Maren Oakes:\n\n${Q}`,
  `Thanks!\n\nFri, 28 Apr 2017 11:53:12 +0200 Maren Oakes\n\n${Q}`,
  `Thanks!\n\nOn Fri, Apr 28, 2017 at 11:53 AM, Maren Oakes <${A}> wrote:\n\n| Dear Ilse,\n| the plum tree has flowered.\n| Maren\n`,
  `Thanks!\n\nOn Fri, Apr 28,\n2017 at 11:53 AM, Maren Oakes\n<${A}> wrote:\n\n${Q}`,
  `Thanks!\n\nOn Fri,\nApr 28, 2017 at 11:53 AM Maren Oakes <${A}>\nwrote:\n\n${Q}`,
  `Thanks!\n\nOn Fri, Apr 28, 2017 at 11:53 AM, Maren Oakes via Slow Letters <\n${A}> wrote:\n\n${Q}`,
  `Thanks!\n\nOn Friday, April 28, 2017, 11:53:12 AM GMT+2, Maren Oakes via Slow\nLetters\n<${A}>\nwrote:\n\n${Q}`,
  `Merci!\n\nLe ven. 28 avr. 2017 à 11:53, Maren Oakes <${A}> a\nécrit :\n\n${Q}`,
  `Merci!\n\nLe ven. 28 avr. 2017 à 11:53, Maren Oakes\n<${A}>\na écrit :\n\n${Q}`,
  `Gracias!\n\nEl vie., 28 abr. 2017 a las 11:53, Maren Oakes (<${A}>)\nescribió:\n\n${Q}`,
  `Gracias!\n\nEl vie., 28\nabr. 2017 a las 11:53, Maren Oakes (<${A}>) escribió:\n\n${Q}`,
  `Grazie!\n\nIl giorno ven 28 apr 2017 alle ore 11:53 Maren Oakes <${A}>\nha scritto:\n\n${Q}`,
  `Grazie!\n\nIl giorno ven 28 apr\n2017 alle ore 11:53 Maren Oakes <${A}> ha scritto:\n\n${Q}`,
  `Dank!\n\nOp vr 28 apr. 2017 om 11:53 schreef Maren Oakes <\n${A}>:\n\n${Q}`,
  `Dank!\n\nOp vr 28 apr.\n2017 om 11:53 schreef Maren Oakes <${A}\n>:\n\n${Q}`,
  `Tack!\n\nDen fre 28 apr. 2017 kl 11:53 skrev Maren Oakes <${A}\n>:\n\n${Q}`,
  `Tak!\n\nDen fre. 28. apr. 2017 kl. 11.53 skrev Maren Oakes <\n${A}>:\n\n${Q}`,
  `Takk!\n\nfre. 28. apr.\n2017 kl. 11:53 skrev Maren Oakes <${A}>:\n\n${Q}`,
  `Díky!\n\npá 28. 4. 2017 v 11:53 odesílatel Maren Oakes\n<${A}> napsal:\n\n${Q}`,
  `Спасибо!\n\nпт, 28 апр. 2017 г. в 11:53, Maren Oakes <\n${A}>:\n\n${Q}`,
  `Спасибо!\n\nпт, 28 апр.\n2017 г. в 11:53, Maren Oakes <${A}>:\n\n${Q}`,
  `ありがとう\n\n2017年4月28日(金) 11:53 Maren Oakes <\n${A}>:\n\n${Q}`,
  `Teşekkürler!\n\nMaren Oakes <${A}>, 28 Nis 2017 Cum, 11:53 tarihinde\nşunu yazdı:\n\n${Q}`,
  `Дякую!\n\nпт, 28 квіт. 2017 р. о 11:53 Maren Oakes <${A}>\nпише:\n\n${Q}`,
  `Kiitos!\n\npe 28. huhtik. 2017 klo 11.53 Maren Oakes <${A}>\nkirjoitti:\n\n${Q}`,
  `Köszönöm!\n\nMaren Oakes <${A}> ezt írta (időpont: 2017. ápr.\n28., P, 11:53):\n\n${Q}`,
  `Danke!\n\nAm 28.4.2017 um 11:53 schrieb Maren folgende Nachricht\n\n${Q}`,
  `Thanks!\n______________________________________________________________\n> Od: "Maren" <${A}>\n> Komu: <jana@example.cz>\n>\n${Q}`,
  `Thanks!\n\nAt 11:53 28/4/2017, you wrote:\n\n${Q}`,
  `Thanks!\n\nFriday, April 28, 2017, 11:53:00 AM, you wrote:\n\n${Q}`,
  `Thanks!\n\n----- Forwarded by Tom Hall/Bank on 04/28/2017 11:53 AM -----\n\nFrom: Maren <${A}>\nTo: Tom\nDate: 04/28/2017\nSubject: x\n\nDear Ilse\n`,
  `Danke!\n\nMaren Oakes via Slow Letters schrieb:\n\n${Q}`,
  `Aitäh!\n\nKontakt Maren Oakes via Slow Letters (<${A}>) kirjutas\nkuupäeval R, 28. aprill 2017 kell 11:53:\n\n${Q}`,
  `ممنون\n\nدر تاریخ جمعه ۲۸ آوریل ۲۰۱۷،‏ ۱۱:۵۳ Maren Oakes via Slow Letters\n<${A}> نوشت:\n\n${Q}`,
  `Thanks!\n\nOn April 28, 2017 at 11:53 AM GMT+1 ${A} wrote:\n\n${Q}`,
  `Merci.\n\n---- Maren Oakes a écrit ----\n\nDear Ilse,\nthe plum\n`,
  `Fine.\n\nOn Fri, Apr 28, 2017 at 11:53 AM, Maren Oakes <${A}> wrote:\n\n> Dear Ilse, the plum tree by the harbour wall has flowered this week and\nthe bees\n> came by the hundred, so that I sat the whole afternoon below it and wrote\nto you.\n> Maren\n\n-- \nThis e-mail is confidential and intended solely for the addressee.\nIf you are not\nthe intended recipient\nplease tell\nus.\na\nb\nc\nd\ne\nf\ng\nh\n`,
];

test.each(WRAPPED)('withoutQuotations: leaves nothing of an attribution: %#', (text) => {
  expect(replyText({ text, html: null }).body).toBe(text.slice(0, text.indexOf('\n')));
});

/** Above the quotation of a mail that is none of ours: without an address, with a small name, on many lines. */
const OF_OTHERS = `
On Apr 3, 2012, at 4:19 PM, bob wrote:
On Wed, Apr 4, 2012 at 3:55 AM,⏎richard_clark⏎wrote:
On Wednesday,⏎April 4, 2012 at⏎3:55 AM, Richard Clark⏎wrote:
On Tue, 2012-04-03 at 16:19 +0200, bob wrote:
On Tue, 3 Apr 2012, bob wrote:
At 04:19 PM 4/3/2012, bob wrote:
bob wrote on 3 Apr 2012 16:19:
bob@example.org wrote:
-----bob@example.org wrote: -----
* Bob Hall [2012-04-03 16:19]:
2013/7/20 sam via Plums <info@example.org>
2016-03-03 17:21 GMT+01:00 sam
On Thu, 31 Mar 2016 at 11:16 Bob Hall⏎⏎<⏎mailto:Bob Hall <bob@example.org>⏎> wrote:
Am 03.04.2012 16:19, schrieb bob:
bob schrieb am 03.04.2012 um 16:19:
Mia von der Heide schrieb am 03.04.2012 um 16:19:
Le 3 avr. 2012 à 16:19, bernard⏎martin a écrit :
El martes, 3 de abril de 2012, bob escribió:
Il 03/04/2012 16:19, bob ha scritto:
Em 3 de abril de 2012 16:19, bob escreveu:
Op 03-04-12 16:19, bob schreef:
Den 3. april 2012 kl. 16.19 skrev bob:
W dniu 3 kwietnia 2012 16:19 użytkownik bob napisał:
Dne 3.4.2012 v 16:19 bob napsal(a):
2012.04.03. 16:19 keltezéssel, bob írta:
вторник, 3 апреля 2012 г. пользователь bob написал:
03.04.12 16:19, bob пише:
3 Nis 2012 16:19 tarihinde bob yazdı:
Στις 3/4/2012 16:19, ο/η bob έγραψε:
2012年4月3日 16:19 bob:
于 2012/4/3 16:19, bob 写道:
2012. 4. 3. 오후 4:19, bob 작성:
`
  .trim()
  .split('\n')
  .map((attribution) => attribution.replaceAll('⏎', '\n'));

test.each(OF_OTHERS)('withoutQuotations: knows marks of each kind below %j', (attribution) => {
  for (const mark of ['>', 'Bob>', '|']) {
    const quoted = `${mark} The kitchen is blue now.\n${mark}\n${mark} Do you like it?\n`;
    const text = `Very much.\n\n${attribution}\n\n${quoted}\nAnd the floor?`;
    expect(replyText({ text, html: null }, { mailed: MAILED }).body).toBe('Very much.\n\nAnd the floor?');
  }
});

/** What was mailed before. */
const MAILED = `${Q.replaceAll('> ', '')}Will you come on Sunday? And will Tom come with the cake and the dog that he has since last year? Bring a coat.`;

/** What people wrote right above an attribution, or in its words. */
const WRITTEN: [expected: string, text: string][] = [
  [
    'On 4 May we had rain and 2 hens died.',
    `On 4 May we had rain and 2 hens died.\nOn Fri, Apr 28, 2017 at 11:53 AM, Maren Oakes <${A}> wrote:\n${Q}`,
  ],
  ['When?\nOn Friday', `When?\nOn Friday\nOn Fri, Apr 28, 2017 at 11:53 AM, Maren Oakes <${A}> wrote:\n${Q}`],
  [
    'I was born in 1980, as you know',
    `I was born in 1980, as you know\nMaren Oakes <${A}> schrieb am Fr., 28.\nApr. 2017 um 11:53 Uhr:\n${Q}`,
  ],
  [
    'Yes.\n\nno, he cannot\n\nI will.',
    '> Will you come on Sunday?\nYes.\n> And will Tom come with the cake and the dog that he has since last year\nno, he cannot\n> Bring a coat.\nI will.\n',
  ],
  ['Here is the table:\n| hens | 4 |\n| eggs | 2 |', 'Here is the table:\n| hens | 4 |\n| eggs | 2 |\n'],
  [
    'So it is.\n\nAnd below.',
    `So it is.\n\nOn Fri, Apr 28, 2017 at 11:53 AM, Maren Oakes <${A}> wrote:\n\n| Dear Ilse,\n| Maren\n\nAnd below.`,
  ],
  [
    'He said that on 4 May 2017 at 11:53 he wrote\n\nand then nothing.',
    'He said that on 4 May 2017 at 11:53 he wrote\n\nand then nothing.',
  ],
  ['2017-04-28 11:53 the hens arrived', `2017-04-28 11:53 the hens arrived\n\n${Q}`],
  [
    'Grandmother wrote in 1944:\n\n> We have potatoes again.',
    `Grandmother wrote in 1944:\n\n> We have potatoes again.\n\nOn Fri, Apr 28, 2017 at 11:53 AM, Maren <${A}> wrote:\n${Q}`,
  ],
  [
    'Am 3.5.2017 um 10:30 schrieb ich dir:\n\n> die Katze ist weg',
    'Am 3.5.2017 um 10:30 schrieb ich dir:\n\n> die Katze ist weg',
  ],
  ...[
    'On 3 May 2026, at 10:30, my mother wrote:',
    'On 3 May 2026 at 10:30 she wrote:',
    'Am 3.5.2026 um 10:30 Uhr schrieb meine Mutter:',
    'Meine Mutter schrieb am 3.5.2026 um 10:30 Uhr:',
    'Le 3 mai 2026 à 10:30, ma mère a écrit :',
    'El 3 de mayo de 2026 a las 10:30, mi madre escribió:',
    'Op 3 mei 2026 om 10:30 schreef mijn moeder:',
    'Op 3 mei 2026 om 10:30 schreef oma aan ons allen:',
    'Den 3 maj 2026 kl 10:30 skrev min mor:',
    '3 мая 2026 в 10:30 моя мама написала:',
    'The play, 2026-05-03 10:30, by Tom',
    '2026-05-03 10:30 the hens came\nMeine Mutter schrieb am 3.5.2026 um 10:30 Uhr:',
    'Look (I mean it)\nMeine Mutter schrieb am 3.5.2026 um 10:30 Uhr:',
    '2026-05-03 10:30 the hens came\nGoethe schrieb:',
  ].flatMap((line) =>
    ['>', 'Tom>', '|'].map((mark): [string, string] => {
      const text = `${line}\n\n${mark} It rained.\n\nSo it was.`;
      return [text, text];
    }),
  ),
  ['The menu, as Tom wrote:\n| soup | 3 |\n\nGood.', 'The menu, as Tom wrote:\n| soup | 3 |\n\nGood.'],
  ['Goethe schrieb:\n> Über allen Gipfeln\nist Ruh.', 'Goethe schrieb:\n> Über allen Gipfeln\nist Ruh.'],
  [
    'Yes.\n\nA song for it:\n\n> Daisy, Daisy, give me your answer, do',
    `On Fri, Apr 28, 2017 at 11:53 AM, Maren Oakes <${A}> wrote:\n${Q}\nYes.\n\nA song for it:\n\n> Daisy, Daisy, give me your answer, do`,
  ],
  [
    'On Friday, November 13, 2026, at 8:00 my mother wrote:\n\nbread, ink, patience.',
    'On Friday, November 13, 2026, at 8:00 my mother wrote:\n\nbread, ink, patience.',
  ],
  ['So long,\n\n--\nRoses are red\nViolets are blue', 'So long,\n\n--\nRoses are red\nViolets are blue'],
  ['Karl said on 3 May:\n\n> I sold it.\n\nSo.', 'Karl said on 3 May:\n\n> I sold it.\n\nSo.'],
  ['xxx\n\n>:-(', `xxx\n\n>:-(\n\nOn Fri, Apr 28, 2017 at 11:53 AM, Maren <${A}> wrote:\n${Q}`],
  ['See you\n\n—\nP.S. Bring the cake.', 'See you\n\n—\nP.S. Bring the cake.'],
  ['See you\n\n--\nThe hens lay again, four a day.', 'See you\n\n--\nThe hens lay again, four a day.'],
  ['See you\n\n-- \nIlse\n\nPS Bring the cake.', 'See you\n\n-- \nIlse\n\nPS Bring the cake.'],
  [
    'See you\n\n-- \nThe kitchen is being painted, so we will eat outside.',
    'See you\n\n-- \nThe kitchen is being painted, so we will eat outside.',
  ],
  ['Bread, ink\n--\nBake it slowly.', 'Bread, ink\n--\nBake it slowly.'],
  [
    'Yes.\n\nLove,\nIlse\nnew number: +49 7631 5550134\nnew mail: ilse@example.org',
    'Yes.\n\nLove,\nIlse\nnew number: +49 7631 5550134\nnew mail: ilse@example.org',
  ],
];

test.each(WRITTEN)('replyText: keeps what people wrote: %s', (expected, text) => {
  expect(replyText({ text, html: null }, { mailed: MAILED }).body).toBe(expected);
});

const ATTRIBUTION = 'On Tue, 3 Mar 2026, Maren Oakes <maren@example.org> wrote:';
/** A quotation that was wrapped once more without marks: own words, text, what was mailed. */
const TAILS: [own: string, text: string, mailed: string][] = [
  [
    'Ja hoor.',
    `Ja hoor.\n\n${ATTRIBUTION}\n> Ik heb er een uur onder gezeten en aan de keuken gedacht, waar\nje\n> me leerde jam te maken. De pan hangt nog boven het fornuis en zonder\nthermometer gaat het ook.\n\n-- \nIlse`,
    'Ik heb er een uur onder gezeten en aan de keuken gedacht, waar je me leerde jam te maken. De pan hangt nog boven het fornuis en zonder thermometer gaat het ook.',
  ],
  [
    'Thank you.',
    `Thank you.\n\n${ATTRIBUTION}\n> I planted the plum tree four years ago and it flowered at last this\nMarch,\n> white and loud with bees. I sat below it for an hour and I thought of\nthe\n> kitchen in Lisbon, where you taught me to make jam without a thermometer\nor\n> scales and we all burnt our tongues.\n`,
    '',
  ],
  [
    'yes\n\nno\n\nmaybe',
    `${ATTRIBUTION}\n> are you coming on Saturday, and shall I set a plate for the old man as well\nyes\n> and does he still take three spoons of sugar in his tea as he did in Lisbon\nno\n> then shall we walk to the river afterwards if it is dry and see the plum tree\nmaybe`,
    'Dear Ilse, the bees came.',
  ],
  [
    'Yes',
    `${ATTRIBUTION}\n> I asked myself on the way home: will you come on Saturday?\nYes\n`,
    'I asked myself on the way home: will you come on Saturday? Yes, I think.',
  ],
];

test.each(TAILS)('replyText: keeps %j of a quotation that was wrapped again', (own, text, mailed) => {
  expect(replyText({ text, html: null }, { mailed }).body).toBe(own);
});
