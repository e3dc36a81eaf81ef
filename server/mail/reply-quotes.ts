import { QUOTE_MARK, REST_MARK } from './reply-marks.ts';

/** Our own line above what a mail of ours quotes; whatever follows it is not new. */
const REPLY_MARKER = '--- Please write your answer above this line ---';

/** How mail programs name the fields of the message they quote. A header block has From and two of the others. */
const FROM = label(
  'From|Von|De|De la|Da|Van|Från|Fra|Frá|Lähettäjä|Od|Feladó|От|От кого|Від|Από|Kimden|Gönderen|Dari|Từ|差出人|发件人|寄件者|寄件人|보낸 사람|מאת|من',
);
const OTHER_FIELD = label(
  [
    'Sent|Date|To|Cc|Subject|Reply-To|Gesendet|Datum|An|Betreff|Kopie|Envoyé|Envoyé le|À|A|Pour|Objet|Enviado|Enviado el|Enviada em|Enviado em|Fecha|Para|CC|Asunto|Assunto|Data',
    'Inviato|Data|Oggetto|Verzonden|Aan|Onderwerp|Skickat|Till|Ämne|Sendt|Til|Emne|Dato|Lähetetty|Vastaanottaja|Aihe|Päivämäärä|Wysłano|Do|DW|Temat|Odesláno|Komu|Předmět|Odoslané',
    'Elküldve|Címzett|Tárgy|Отправлено|Дата|Кому|Копия|Тема|Надіслано|Στάλθηκε|Προς|Θέμα|Kime|Konu|Tarih|Gönderildi|送信日時|宛先|件名|日時|发送时间|收件人|抄送|主题|日期|寄件日期|收件者|主旨|보낸 날짜|받는 사람|제목|날짜|נשלח|אל|נושא',
  ].join('|'),
);

/** '----- Original Message -----': words between dashes, on a line of their own. */
const SEPARATOR = /^\s*-{2,}\s*([\p{L}][\p{L}\p{M}'’ .:]{2,60}?)\s*-{2,}\s*$/u;
const ORIGINAL_MESSAGE =
  /^(original|forwarded|ursprüngliche|weitergeleitete|message d['’]origine|message (original|transféré)|mensaje (original|reenviado)|mensagem (original|encaminhada)|messaggio (originale|inoltrato)|oorspronkelijk|doorgestuurd|ursprungligt|originalmeddelande|vidarebefordrat|oprindelig|opprinnelig|videresendt|alkuperäinen|edelleen|wiadomość|oryginalna|původní|pôvodná|eredeti|исходное|пересылаемое|переадресованное|початкове|αρχικό|orijinal|iletilen|原始邮件|原始郵件|转发|元のメッセージ|転送|원본)/iu;

/** 'wrote' as it stands in the line above a quotation. */
const WROTE =
  /(?<!\p{L})(wrote|schrieb|geschrieben|(a )?écrit|escribió|ha scritto|scritto|escreveu|schreef|skrev|kirjoitti|napisał(\(a\)|a)?|pisze|napsala?|napísala?|a scris|írta|yazdı|menulis|đã viết|пишет|писала?|написала?|пише|έγραψε|כתב|كتب)(?!\p{L})|写道|寫道|のメッセージ|書きました|작성/iu;
const DATE = /\d{1,2}[./:\-\s年월]|\b(19|20)\d\d\b/;
/** a date with its month or year, which the second line of a wrapped one seldom has */
const WHOLE_DATE = /\d{1,2}[./\-年월]\s?\d|\b(19|20)\d\d\b/;
const TIME = /\d{1,2}[:.h]\d{2}/;
const ADDRESS = /<[^<>\s]+@[^<>\s]+>|\[mailto:/;
const ATTRIBUTION_MAX_CHARACTERS = 300;
const ATTRIBUTION_MAX_LINES = 4;

/**
 * The lines that are new: quotations, the lines that introduce them, and everything from a forwarded header block
 * on are taken out. What stands below a quotation stays, since many people answer there.
 */
export function withoutQuotations(text: string): string {
  const lines = markQuotedLines(beforeRest(text).split('\n'));
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line === QUOTE_MARK) {
      kept.push('');
      continue;
    }
    if (isSeparator(lines, at) || isHeaderBlock(lines, at)) break;
    const attribution = findAttribution(lines, at);
    if (attribution === null) {
      kept.push(line);
      continue;
    }
    if (attribution.unmarked) break;
    at += attribution.length - 1;
  }
  return tidy(kept);
}

function beforeRest(text: string): string {
  const rest = text.indexOf(REST_MARK);
  const marker = text.indexOf(REPLY_MARKER);
  const ends = [rest, marker].filter((at) => at >= 0);
  return ends.length > 0 ? text.slice(0, Math.min(...ends)) : text;
}

/** Every run of '>' lines becomes one mark, as quotations of an HTML part are one already. */
function markQuotedLines(lines: string[]): string[] {
  const marked: string[] = [];
  for (const line of lines) {
    const quoted = line.startsWith('>') || line.trim() === QUOTE_MARK;
    if (!quoted) marked.push(line.replaceAll(QUOTE_MARK, ''));
    else if (marked.at(-1) !== QUOTE_MARK) marked.push(QUOTE_MARK);
  }
  return marked;
}

/** From:, and two more fields within the next lines; some programs put stars or a '>' around the names. */
function isHeaderBlock(lines: string[], at: number): boolean {
  if (!FROM.test(lines[at] ?? '')) return false;
  const following = lines.slice(at + 1, at + 9).filter((line) => OTHER_FIELD.test(line));
  return following.length >= 2;
}

/** The words of a known language, or any words when a header field comes next. */
function isSeparator(lines: string[], at: number): boolean {
  const words = SEPARATOR.exec(lines[at] ?? '')?.[1];
  if (!words) return false;
  if (ORIGINAL_MESSAGE.test(words)) return true;
  const next = nextFilled(lines, at + 1) ?? '';
  return FROM.test(next) || OTHER_FIELD.test(next);
}

/**
 * The 'On … wrote:' that begins at a line, if one does. Mail programs wrap it, so it may take a few lines. It ends
 * in a colon and holds a date with 'wrote' or with an address. Above text that is not marked as quoted it must hold
 * a time of day or an address besides, as programs write and people seldom do.
 * @returns its length in lines, and whether unmarked quoted text follows
 */
function findAttribution(lines: string[], at: number): { length: number; unmarked: boolean } | null {
  let joined = '';
  for (let length = 1; length <= ATTRIBUTION_MAX_LINES; length++) {
    const line = (lines[at + length - 1] ?? '').trim();
    if (!line || line === QUOTE_MARK) return null;
    joined = joined ? `${joined} ${line}` : line;
    if (joined.length > ATTRIBUTION_MAX_CHARACTERS) return null;
    if (!/[:：]\s*-*$/.test(line)) continue;
    if (!(WROTE.test(joined) || ADDRESS.test(joined)) || !(DATE.test(joined) || ADDRESS.test(joined)))
      return null;
    if (length > 1 && !beginsHere(lines, at, length)) return null;
    const next = nextFilled(lines, at + length);
    if (next === QUOTE_MARK) return { length, unmarked: false };
    return TIME.test(joined) || ADDRESS.test(joined) ? { length, unmarked: next !== undefined } : null;
  }
  return null;
}

/** Not when the first line has no date of its own, or a later one begins an attribution: then it is the answer's. */
function beginsHere(lines: string[], at: number, length: number): boolean {
  if (!DATE.test(lines[at] ?? '')) return false;
  for (let later = at + 1; later < at + length; later++) {
    if (WHOLE_DATE.test(lines[later] ?? '') && findAttribution(lines, later)) return false;
  }
  return true;
}

function nextFilled(lines: string[], from: number): string | undefined {
  for (let at = from; at < lines.length; at++) {
    if (lines[at]?.trim()) return lines[at];
  }
  return undefined;
}

/** At most one empty line in a row, none at the ends. */
function tidy(lines: string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
}

function label(names: string): RegExp {
  return new RegExp(`^[>\\s]{0,4}\\*{0,2}(?:${names})\\s?\\*{0,2}\\s?[:：]`, 'iu');
}
