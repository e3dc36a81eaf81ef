import { ADDED_SENTENCES } from '../phrases/added-lines.ts';
import { anyOf } from '../phrases/any-of.ts';

/**
 * Lines that a phone, a mail service or a virus scanner adds below a message. A line is recognised when every word of it
 * is one that such lines are made of, and among them are a word for 'sent' and a device or a program: 'Sent from
 * my iPhone'. A single other word, such as 'love' or a name, shows that a person wrote it, and it stays.
 */

const wordsOf = (...lists: string[]): Set<string> => new Set(lists.join(' ').split(' '));

/** Names of devices and mail programs, and what is left of them where their name is split. */
const PRODUCTS = wordsOf(
  'iphone ipad ipod macbook imac android galaxy samsung huawei xiaomi redmi oneplus oppo realme nokia',
  'xperia sony blackberry motorola htc lenovo fairphone ios ipados macos outlook hotmail yahoo gmail',
  'proton protonmail tutanota tuta airmail thunderbird betterbird bluemail aquamail typeapp mymail gmx webde freenet fastmail',
  'fairemail maildroid mailfence runbox startmail infomaniak hushmail snappymail rainloop',
  'superhuman mailbird roundcube zimbra zoho yandex mailspring polymail tapatalk posteo aol xfinity k9',
  'comcast telekom seznam onet interia tiscali naver daum icloud mailru postbox emclient shortwave',
  'яндекс айфона айфон айпада андроида самсунга האייפון אייפון מהאייפון',
);
/** A product as its language declines it: 'iPhonesta', 'iPhonu', 'iPhone-omról'. */
const DECLINED =
  /^(?:iphon|ipad|ipod|macbook|android|galaxy|samsung|huawei|xiaomi|nokia|blackberry|pixel|айфон|айпад|андроид|самсунг)\p{L}{0,6}$/u;
/** Names that are words as well: capitalised and without an article they are names. */
const PROGRAMS = wordsOf(
  'spark hey nine boxer newton canary edison shift orange apple windows surface pixel honor vivo poco kindle evolution libero virgilio free',
);
const ARTICLES = wordsOf(
  'a an the un une le la il lo el o os um uma een de het ein eine einem einer einen der die das dem den en et ett',
);
/** A telephone in general. */
const DEVICES = wordsOf(
  'phone smartphone mobile cellphone cell tablet handheld device handy mobiltelefon mobilgerät smartphones telefon gerät',
  'téléphone portable mobile móvil celular teléfono dispositivo telemóvel cellulare telefono telefoon mobiel mobieltje mobilen',
  'mobil mobiltelefonen telefonu komórki smartfona smartfonu puhelimesta puhelimestani kännykästä kännykästäni телефона смартфона',
  'telefonul',
  'мобильного устройства телефону смартфону κινητό cep telefonumdan hp ponsel điện thoại هاتفي جوالي טלפון הנייד',
);
/** 'Sent', and 'written'. */
const SENT = wordsOf(
  'sent written composed gesendet geschickt verschickt versendet geschrieben verfasst envoyé envoyée enviado enviada enviat inviato inviata',
  'verzonden verstuurd gestuurd skickat skickades sendt lähetetty wysłane wysłano wysłana odesláno odoslané odoslaná trimis',
  'отправлено надіслано відправлено изпратено послато poslano poslato στάλθηκε εστάλη gönderildi küldve elküldve dikirim dihantar gửi',
  'saadetud nosūtīts išsiųsta sent נשלח أرسلت أُرسلت مرسل مُرسل مُرسلة الإرسال ส่งจาก भेजा',
);
/** Prepositions, articles, possessives, and words that stand beside a device. */
const BETWEEN = wordsOf(
  'from via with by using on my the a an our all new for at in powered secure email e mail app wireless network mobile lte 3g 4g 5g',
  'pro max plus mini ultra lite note se edge fold flip duos touch air watch os mac client mailer version mails encrypted end to',
  'von vom mit auf en sur su op meinem meiner meinen mein der dem den einem einer unterwegs aus diese nachricht mail wurde für mobilen gerät',
  'de du depuis mon ma à partir avec l la le les un une pour message courrier desde mi el con para do da des del meu minha pelo pela o os',
  'dal dalla mio mia il per van vanaf met mijn een voor het från min mitt med fra mit på til af z ze ze mojego mojej telefonu za',
  'pomocą dla v ve mého mojeho môjho pro přes pe meu mea cu pentru ul с со из з моего моей моєї мого мог с помощью от моя моето моята через для',
  'почты почта почта мобильной мобильных приложения pošte mog mojega s iz sa από το τον μου με az a az ról ből dan den dari saya',
  'của tôi từ được đã umdan ımdan imden umdan ümden benim minu mana no iš mano om omról emről ről ról mról um u i em ie ist ga a y',
  'שלי מה ה من الـ ال خاص بي الخاص تم ของฉัน मेरे से गया verizon att t&t t sprint vodafone claro movistar tim tigo telcel o2 rogers bell telus ee three optus telstra vodacom mtn airtel digicel virgin koodo fido bouygues sfr',
  'sécurisée sicheren sicherer sichere seguro segura sicura beveiligde bezpiecznej poczty messagerie electrónico email',
  'са а posta correio pošty e-post application applicazione aplicación aplicação aplikacji aplikace',
  'google inc com sm mail4 smart r tm co wi fi correo courrier vanuit downloaden programu systemu för no na din z wireless watch',
);
/** Runs of languages that write no spaces. */
const UNSPACED = new RegExp(
  [
    '通过|通過|发自|發自|发送自|傳送自|来自|來自|寄自|傳自|从|從|我的|手机|手機|平板|华为|華為|荣耀|小米|三星|红米|发送|發送|傳送|发出|寄出|邮件|郵件|邮箱|信箱|客户端|网易|網易|大师',
    'から送信|より送信|で送信|されました|から|送信|私の|のメール|メール|版|用|携帯電話|スマートフォン|에서|보냄|보냈습니다|나의|내|용|메일|스마트폰|휴대폰|ส่งจาก|ของฉัน',
  ].join('|'),
  'g',
);
const UNSPACED_SENT = /发自|發自|发送|發送|来自|來自|寄自|傳自|傳送|发出|寄出|送信|보냄|보냈|ส่งจาก/;
const UNSPACED_DEVICE =
  /手机|手機|平板|华为|華為|荣耀|小米|三星|红米|邮箱|信箱|网易|網易|携帯電話|スマートフォン|스마트폰|휴대폰/;
/** Letters of those scripts, which stand beside Latin ones without a space. */
const UNSPACED_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;
/** What a model is called: 'S23', '15', 'SM-G960U'. */
const MODEL = /^(?=\p{L}{0,3}\d)[\p{L}\d]{1,8}$/u;
/** A line longer than this is no device line. */
const DEVICE_LINE_MAX_CHARACTERS = 120;
const DEVICE_LINE_MAX_WORDS = 16;

/** Sentences that programs write word for word. */
const SENTENCE = new RegExp(`^${anyOf(ADDED_SENTENCES)}$`, 'u');

/** The mark of a tracker in Gmail (Canadian syllabics final). */
const TRACKER_MARKS = /\u1427/g;
const LINK = /\s?[[<(]\s?https?:[^[\]<>()\s]{0,2000}\s?[\]>)]/g;
const EDGES =
  /^[\s<>«»‹›()[\]{}*_~"“”„'’.,;|–—-]+|(?<![\s<>«»‹›()[\]{}*_~"“”„'’.,;|–—-])[\s<>«»‹›()[\]{}*_~"“”„'’.,;|–—-]+$/g;

/** True for a line that a program added below a message. */
export function isAddedLine(line: string): boolean {
  if (line.length > DEVICE_LINE_MAX_CHARACTERS * 20) return false;
  const bare = line.replace(LINK, '').replace(TRACKER_MARKS, '');
  if (bare.trim() === '') return line.trim() !== '';
  if (bare.length > DEVICE_LINE_MAX_CHARACTERS) return false;
  const text = bare
    .replace(EDGES, '')
    .replace(/\bK-9\b|\bMail\.ru\b|\bWEB\.DE\b/gi, (name) => name.replace(/[-.]/, ''));
  // K-9 Mail has two sentences on one line.
  return (
    isKnown(text) || text.split(/(?<=\p{L}{2})\. |, (?=please |excuse |pardon |forgive )/iu).every(isKnown)
  );
}

function isKnown(sentence: string): boolean {
  const lower = sentence.toLowerCase();
  return SENTENCE.test(lower) || isDeviceLine(sentence);
}

function isDeviceLine(text: string): boolean {
  let sent = UNSPACED_SENT.test(text);
  let device = UNSPACED_DEVICE.test(text);
  let product = device;
  let from = false;
  const runs = text.match(UNSPACED_RUN) ?? [];
  if (runs.some((run) => run.replace(UNSPACED, '') !== '')) return false;
  const written = text.replace(UNSPACED_RUN, ' ').match(/[\p{L}\p{M}\d&]+/gu) ?? [];
  const words = written.map((word) => word.toLowerCase());
  if (words.length > DEVICE_LINE_MAX_WORDS || /[?!…]/.test(text)) return false;
  for (const [at, word] of words.entries()) {
    if (SENT.has(word)) sent = true;
    else if (PRODUCTS.has(word) || DECLINED.test(word)) product = true;
    else if (PROGRAMS.has(word)) product ||= word !== written[at] && !ARTICLES.has(words[at - 1] ?? '');
    else if (DEVICES.has(word)) device = true;
    else if (!BETWEEN.has(word) && !MODEL.test(word)) return false;
    if (at === 0 && /^(?:from|von|vom|de|da|dal|desde|van|från|fra|depuis)$/.test(word)) from = true;
  }
  // 'From my iPhone' without a verb needs a product.
  return sent ? product || device : from && product && words.length > 2;
}
