import { describe, expect, test } from 'vitest';
import { replyText } from './reply-text.ts';

const fromText = (text: string) => replyText({ text, html: null }).body;
const fromHtml = (html: string) => replyText({ text: null, html }).body;

const LETTER_HTML =
  '<table><tr><td><p>Dear Ilse,</p><p>The plum tree has flowered.</p><img src="cid:page-1" alt="Page 1"></td></tr></table>';

describe('replyText: HTML', () => {
  test('Gmail', () => {
    expect(
      fromHtml(
        `<div dir="ltr">What a lovely letter!<div><br></div><div>Give the tree my love.</div></div><br>
         <div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Mon, May 4, 2026 at 10:12 AM Maren Oakes via Slow Letters &lt;<a href="mailto:letters@example.org">letters@example.org</a>&gt; wrote:<br></div>
         <blockquote class="gmail_quote" style="margin:0px">${LETTER_HTML}</blockquote></div>`,
      ),
    ).toBe('What a lovely letter!\n\nGive the tree my love.');
  });

  test('Gmail, answered below and between the quotations', () => {
    expect(
      fromHtml(
        `<div dir="ltr"><div class="gmail_quote"><div class="gmail_attr">Am Mo., 4. Mai 2026 um 10:12 Uhr schrieb Maren &lt;letters@example.org&gt;:<br></div>
         <blockquote class="gmail_quote">Wie geht es dir?</blockquote><div>Gut, danke.</div>
         <blockquote class="gmail_quote">Und der Katze?</blockquote><div>Sie schläft.</div></div></div>`,
      ),
    ).toBe('Gut, danke.\n\nSie schläft.');
  });

  test('Gmail, older: the line above the quotation has no element of its own', () => {
    expect(
      fromHtml(
        `<div dir="ltr">Thank you!</div><div class="gmail_extra"><br><div class="gmail_quote">2014-05-04 10:12 GMT+02:00 Maren Oakes <span dir="ltr">&lt;<a href="mailto:m@example.org">m@example.org</a>&gt;</span>:<br><blockquote class="gmail_quote">${LETTER_HTML}</blockquote></div></div>`,
      ),
    ).toBe('Thank you!');
  });

  test('a quoted letter that is a document of its own', () => {
    expect(
      fromHtml(
        `<div dir="ltr">Thank you!</div><div class="gmail_quote"><blockquote class="gmail_quote"><!doctype html><html><head><title>A letter</title></head><body><p>Dear Ilse</p></body></html></blockquote></div>`,
      ),
    ).toBe('Thank you!');
  });

  test('Gmail, with a signature set up', () => {
    expect(
      fromHtml(
        `<div dir="ltr">Yes, in June.<br clear="all"><br><span class="gmail_signature_prefix">-- </span><br><div class="gmail_signature">Ilse Brandt<br>Harbour Office</div></div>`,
      ),
    ).toBe('Yes, in June.');
  });

  test('Outlook on the web', () => {
    expect(
      fromHtml(
        `<html><body dir="ltr"><div class="elementToProof">The photographs are wonderful.</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri"><b>From:</b> Maren Oakes via Slow Letters<br><b>Sent:</b> Monday, May 4, 2026 10:12 AM<br><b>To:</b> Ilse<br><b>Subject:</b> A letter</font></div><div>${LETTER_HTML}</div></body></html>`,
      ),
    ).toBe('The photographs are wonderful.');
  });

  test('Outlook for Windows in German: nothing but a header block', () => {
    expect(
      fromHtml(
        `<div class=WordSection1><p class=MsoNormal>Liebe Maren,<o:p></o:p></p><p class=MsoNormal>danke für den Brief!<o:p></o:p></p><p class=MsoNormal>&nbsp;</p><div style='border:none;border-top:solid #E1E1E1 1.0pt'><p class=MsoNormal><b>Von:</b> Maren Oakes &lt;letters@example.org&gt; <br><b>Gesendet:</b> Montag, 4. Mai 2026 10:12<br><b>An:</b> Ilse<br><b>Betreff:</b> Ein Brief</p></div>${LETTER_HTML}</div>`,
      ),
    ).toBe('Liebe Maren,\n\ndanke für den Brief!');
  });

  test('Outlook on a phone', () => {
    expect(
      fromHtml(
        `<div>Lovely.</div><div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><div id="mail-editor-reference-message-container"><div><b>From:</b> Maren</div>${LETTER_HTML}</div>`,
      ),
    ).toBe('Lovely.');
  });

  test('Apple Mail', () => {
    expect(
      fromHtml(
        `<html><body style="overflow-wrap: break-word;">I read it twice.<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>On 4 May 2026, at 10:12, Maren Oakes via Slow Letters &lt;letters@example.org&gt; wrote:</div><br><div>${LETTER_HTML}</div></blockquote></div></body></html>`,
      ),
    ).toBe('I read it twice.');
  });

  test('Apple Mail on an iPhone', () => {
    expect(
      fromHtml(
        `<html><body dir="auto"><div dir="ltr">So schön!</div><div dir="ltr"><br>Von meinem iPhone gesendet</div><div dir="ltr"><br><blockquote type="cite">Am 04.05.2026 um 10:12 schrieb Maren Oakes &lt;letters@example.org&gt;:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">${LETTER_HTML}</div></blockquote></body></html>`,
      ),
    ).toBe('So schön!');
  });

  test('Yahoo, with its own letters before the names', () => {
    expect(
      fromHtml(
        `<div dir="ltr">I kept it on the shelf.</div><div id="ydp8e4a1e1yahoo_quoted_5" class="ydp8e4a1e1yahoo_quoted"><div>Monday, Maren:</div><div>${LETTER_HTML}</div></div>`,
      ),
    ).toBe('I kept it on the shelf.');
  });

  test('Yahoo', () => {
    expect(
      fromHtml(
        `<div class="ydp1yahoo-style-wrap"><div dir="ltr">I kept it on the shelf.</div></div><div id="yahoo_quoted_5" class="yahoo_quoted"><div>On Monday, May 4, 2026 at 10:12:01 AM GMT+2, Maren &lt;letters@example.org&gt; wrote:</div><div>${LETTER_HTML}</div></div>`,
      ),
    ).toBe('I kept it on the shelf.');
  });

  test.each([
    ['ydp6c1b0c8bsignature', 'Ilse Brandt<br>Harbour Office', 'Yes, in June.'],
    ['signature', '<div>Ilse Brandt</div><div>+49 7631 5550134</div>', 'Yes, in June.'],
    ['ydp6c1b0c8bsignature', 'I bring the cake with me.', 'Yes, in June.\nI bring the cake with me.'],
  ])('Yahoo, with a signature set up, in %s: %s', (name, words, expected) => {
    expect(
      fromHtml(
        `<div class="yahoo-style-wrap"><div>Yes, in June.</div><div class="${name}">${words}</div></div>`,
      ),
    ).toBe(expected);
  });

  test('Yahoo on a phone, written into the element of its line', () => {
    const line = '<a href="https://mail.onelink.me/1">Yahoo Mail: Search, Organize, Conquer</a>';
    expect(fromHtml(`<div id="ymail_android_signature">Yes.<br><br>${line}</div>`)).toBe('Yes.');
  });

  test('Proton', () => {
    expect(
      fromHtml(
        `<div style="font-family: Arial">Merci beaucoup.</div><div class="protonmail_signature_block"><div>Sent with <a href="https://proton.me">Proton Mail</a> secure email.</div></div><div class="protonmail_quote">On Monday, May 4th, 2026 at 10:12 AM, Maren wrote:<br><blockquote class="protonmail_quote" type="cite">${LETTER_HTML}</blockquote></div>`,
      ),
    ).toBe('Merci beaucoup.');
  });

  test('Thunderbird, answered below', () => {
    expect(
      fromHtml(
        `<div class="moz-cite-prefix">On 04/05/2026 10:12, Maren wrote:<br></div><blockquote type="cite" cite="mid:one@example.org">${LETTER_HTML}</blockquote><p>Below is where I answer.</p><div class="moz-signature">-- <br>Ilse</div>`,
      ),
    ).toBe('Below is where I answer.');
  });

  test('a plain blockquote under an attribution', () => {
    expect(
      fromHtml(
        '<p>Спасибо!</p><p>04.05.2026, 10:12, "Maren" &lt;letters@example.org&gt;:</p><blockquote><p>Dear Ilse</p></blockquote>',
      ),
    ).toBe('Спасибо!');
  });

  test('keeps paragraphs, lists, links and a rule, and markup as text', () => {
    expect(
      fromHtml(
        '<p>First &lt;b&gt;.</p><p>Second, see <a href="https://example.org/plums">the recipe</a>.</p><hr><ul><li>one</li><li>two</li></ul><p>Best wishes,<br>Ilse</p><script>alert(1)</script><style>p{}</style>',
      ),
    ).toBe(
      'First <b>.\n\nSecond, see the recipe [https://example.org/plums].\n\n - one\n - two\n\nBest wishes,\nIlse',
    );
  });

  test('keeps a message that is only a quotation', () => {
    expect(
      fromHtml(`<div class="gmail_quote"><blockquote class="gmail_quote">${LETTER_HTML}</blockquote></div>`),
    ).toContain('The plum tree has flowered.');
  });
});

describe('replyText: plain text', () => {
  const QUOTED = '> Dear Ilse,\n> \n> The plum tree has flowered.\n> \n> Maren\n';

  test.each([
    ['English', 'On Mon, May 4, 2026 at 10:12 AM Maren Oakes <letters@example.org> wrote:'],
    [
      'English, wrapped',
      'On Mon, May 4, 2026 at 10:12 AM Maren Oakes via Slow Letters\n<letters@example.org> wrote:',
    ],
    ['English, Apple', 'On 4 May 2026, at 10:12, Maren Oakes <letters@example.org> wrote:'],
    ['German', 'Am Mo., 4. Mai 2026 um 10:12 Uhr schrieb Maren Oakes <letters@example.org>:'],
    ['German, Thunderbird', 'Am 04.05.26 um 10:12 schrieb Maren Oakes:'],
    ['French', 'Le lun. 4 mai 2026 à 10:12, Maren Oakes <letters@example.org> a écrit :'],
    ['Spanish', 'El lun, 4 may 2026 a las 10:12, Maren Oakes (<letters@example.org>) escribió:'],
    ['Italian', 'Il giorno lun 4 mag 2026 alle ore 10:12 Maren Oakes <letters@example.org> ha scritto:'],
    ['Portuguese', 'Em seg., 4 de mai. de 2026 às 10:12, Maren Oakes <letters@example.org> escreveu:'],
    ['Dutch', 'Op ma 4 mei 2026 om 10:12 schreef Maren Oakes <letters@example.org>:'],
    ['Swedish', 'Den mån 4 maj 2026 kl 10:12 skrev Maren Oakes <letters@example.org>:'],
    ['Danish', 'Den man. 4. maj 2026 kl. 10.12 skrev Maren Oakes <letters@example.org>:'],
    ['Finnish', 'ma 4. toukok. 2026 klo 10.12 Maren Oakes (letters@example.org) kirjoitti:'],
    ['Polish', 'pon., 4 maj 2026 o 10:12 Maren Oakes <letters@example.org> napisał(a):'],
    ['Czech', 'po 4. 5. 2026 v 10:12 odesílatel Maren Oakes <letters@example.org> napsal:'],
    ['Russian', 'пн, 4 мая 2026 г. в 10:12, Maren Oakes <letters@example.org>:'],
    ['Greek', 'Στις Δευ 4 Μαΐ 2026 στις 10:12, ο χρήστης Maren Oakes <letters@example.org> έγραψε:'],
    ['Turkish', 'Maren Oakes <letters@example.org>, 4 May 2026 Pzt, 10:12 tarihinde şunu yazdı:'],
    ['Hungarian', 'Maren Oakes <letters@example.org> ezt írta (időpont: 2026. máj. 4., H, 10:12):'],
    ['Japanese', '2026年5月4日(月) 10:12 Maren Oakes <letters@example.org>:'],
    ['Chinese', '在 2026年5月4日，10:12，Maren Oakes <letters@example.org> 写道：'],
    ['Korean', '2026년 5월 4일 (월) 오전 10:12, Maren Oakes <letters@example.org>님이 작성:'],
  ])('above a quotation, %s', (_language, attribution) => {
    expect(fromText(`The tree!\nIt lives.\n\n${attribution}\n\n${QUOTED}`)).toBe('The tree!\nIt lives.');
    expect(fromText(`${attribution}\n${QUOTED}\nThe tree!\nIt lives.\n`)).toBe('The tree!\nIt lives.');
    expect(fromText(`The tree!\n${attribution}\n${QUOTED}`)).toBe('The tree!');
  });

  test('below a long quotation', () => {
    const long = '> The plum tree has flowered.\n'.repeat(3_000);
    expect(fromText(`On 4 May 2026, at 10:12, Maren <letters@example.org> wrote:\n${long}\nDown here.`)).toBe(
      'Down here.',
    );
  });

  test('between quotations', () => {
    expect(
      fromText('On Mon, 4 May 2026 10:12 Maren wrote:\n> How are you?\nFine.\n\n> And the cat?\nAsleep.'),
    ).toBe('Fine.\n\nAsleep.');
  });

  test.each([
    'From: Maren Oakes <letters@example.org>\nSent: Monday, May 4, 2026 10:12 AM\nTo: Ilse\nSubject: A letter',
    '-----Original Message-----\nFrom: Maren Oakes\nSent: Monday',
    '-----Ursprüngliche Nachricht-----\nVon: Maren Oakes\nGesendet: Montag',
    '________________________________\nDe : Maren Oakes <letters@example.org>\nEnvoyé : lundi 4 mai 2026 10:12\nÀ : Ilse\nObjet : Une lettre',
    'Da: Maren Oakes\nInviato: lunedì 4 maggio 2026\nA: Ilse\nOggetto: Una lettera',
    '*From:* Maren\n*Date:* Monday\n*To:* Ilse\n*Subject:* A letter',
    '发件人: Maren\n发送时间: 2026年5月4日\n收件人: Ilse\n主题: 信',
    '-------- Weitergeleitete Nachricht --------\nBetreff: Ein Brief',
  ])('above the header block %j', (block) => {
    expect(fromText(`Thank you for this.\n\n${block}\n\nDear Ilse,\nThe plum tree has flowered.`)).toBe(
      'Thank you for this.',
    );
  });

  test.each([
    'Sent from my iPhone',
    'Von meinem iPhone gesendet',
    'Envoyé de mon iPhone',
    'Enviado desde mi iPhone',
    'Inviato da iPhone',
    'Verstuurd vanaf mijn iPhone',
    'Skickat från min iPhone',
    'Отправлено с iPhone',
    'iPhoneから送信',
    '发自我的iPhone',
    'Sent with Proton Mail secure email.',
    'Get Outlook for Android<https://aka.ms/AAb9ysg>',
    '-- \nIlse Brandt\nHarbour Office\n+49 40 123',
    '--\nIlse',
  ])('without the signature %j', (signature) => {
    expect(fromText(`See you in June.\n\n${signature}\n`)).toBe('See you in June.');
    expect(
      fromText(
        `See you in June.\n\n${signature}\n\nOn 4 May 2026, at 10:12, Maren <letters@example.org> wrote:\n\n${QUOTED}`,
      ),
    ).toBe('See you in June.');
  });

  test.each([
    'Dear Maren,\n\nthank you.\n\nBest wishes,\nIlse',
    'Liebe Maren,\nherzliche Grüße\nIlse',
    'Cheers,\nTom',
    'Chère Maren,\n\nmerci.\n\nBien cordialement,\nIlse',
    'On 3 May 1956 grandmother wrote:\nthe war is over, the plums are ripe.',
    'From: the bottom of my heart.\nTo: you.',
    'It was 10:12 when I read it, and I thought:\n\nyes.',
    '♥',
    '🌸',
    'ok',
  ])('keeps text without quotation or signature: %j', (letter) => {
    expect(fromText(letter)).toBe(letter);
  });

  test('a long passage below a line of dashes is no signature', () => {
    const rest = Array.from({ length: 20 }, (_, n) => `Line ${n} of the second part.`).join('\n');
    expect(fromText(`The first part.\n\n--\n${rest}`)).toContain('Line 19');
  });

  test('keeps a message that is only a quotation', () => {
    expect(fromText(QUOTED)).toContain('The plum tree has flowered.');
  });
});
