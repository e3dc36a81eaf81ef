/**
 * What mail programs write around a quotation, in the languages they are translated into. The rules check the shape of
 * a line first and use these lists where the shape is not enough.
 */

/** Names of the field with the author of a quoted message. */
const FROM_NAMES = [
  'From|Von|De|De la|Da|Van|Från|Fra|Frá|Lähettäjä|Saatja|Od|Feladó|От|От кого|Від|Από|Kimden|Gönderen|Dari|Daripada|Từ|No|Nuo',
  '差出人|发件人|寄件者|寄件人|보낸 사람|보낸사람|מאת|من|از|จาก|Expéditeur|Remitente|Mittente|Absender|Afzender|Nadawca|Odesílatel|Отправитель',
].join('|');

/** The other fields that are quoted with it. */
const OTHER_NAMES = [
  'Sent|Date|To|Cc|Bcc|Subject|Reply-To|Sent On|Gesendet|Datum|An|Betreff|Kopie|Envoyé|Envoyé le|À|A|Pour|Objet|Sujet|Copie à|Destinataire',
  'Enviado|Enviado el|Enviada|Enviada em|Enviado em|Fecha|Para|Asunto|Assunto|Data|Inviato|Oggetto|Verzonden|Verzonden op|Aan|Onderwerp',
  'Skickat|Till|Ämne|Kopia|Sendt|Til|Emne|Dato|Kopi|Sent|Efni|Lähetetty|Vastaanottaja|Aihe|Päivämäärä|Kopio|Saadetud|Saaja|Teema|Kuupäev',
  'Wysłano|Wysłane|Do|DW|Temat|Odesláno|Komu|Kopie|Předmět|Odoslané|Predmet|Dátum|Elküldve|Címzett|Másolat|Tárgy|Dátum|Trimis|Către|Subiect',
  'Отправлено|Дата|Кому|Копия|Тема|Надіслано|Изпратено|До|Относно|Poslano|Poslato|Prima|Za|Zadeva|Naslov|Nosūtīts|Kam|Tēma|Išsiųsta|Tema',
  'Στάλθηκε|Ημερομηνία|Προς|Κοιν.|Θέμα|Kime|Bilgi|Konu|Tarih|Gönderildi|Gönderilme|Dikirim|Kepada|Perihal|Subjek|Tanggal|Đã gửi|Đến|Tới|Chủ đề|Ngày',
  '送信日時|宛先|件名|日時|日付|发送时间|收件人|抄送|主题|日期|寄件日期|傳送時間|收件者|副本|主旨|보낸 날짜|보낸날짜|받는 사람|받는사람|제목|날짜|참조',
  'נשלח|תאריך|אל|נושא|تم الإرسال|التاريخ|إلى|الموضوع|تاریخ|به|موضوع|วันที่|ส่ง|ถึง|เรื่อง',
].join('|');

export const FROM_FIELD = fieldNamed(FROM_NAMES);
export const OTHER_FIELD = fieldNamed(OTHER_NAMES);

/** Programs put stars around the names, a '>' before them, or a space before the colon. */
function fieldNamed(names: string): RegExp {
  return new RegExp(`^[>\\s]{0,4}\\*{0,2}(?:${names})\\s?\\*{0,2}\\s?[:：]`, 'iu');
}

/** 'Original message' and 'Forwarded message', as written between dashes. */
export const ORIGINAL_MESSAGE =
  /^(original|forwarded|reply message|ursprüngliche|weitergeleitete|urspr\. nachricht|message d['’]origine|mail original|courriel original|message (original|transféré|d.origine)|mensaje (original|reenviado)|correo original|mensagem (original|encaminhada)|e-mail original|messaggio (originale|inoltrato)|oorspronkelijk|doorgestuurd|ursprungligt|originalmeddelande|vidarebefordrat|oprindelig|opprinnelig|videresendt|alkuperäinen|edelleen|wiadomość|oryginalna|původní|pôvodná|přeposlaná|eredeti|továbbított|mesaj(ul)? original|исходное|пересылаемое|пересланное|переадресованное|оригінальне|початкове|оригинално|αρχικό|orijinal|iletilen|pesan asli|原始邮件|原始郵件|原邮件|转发|轉寄|元のメッセージ|転送|원본|전달)/iu;

/** 'wrote' in the line above a quotation. */
export const WROTE =
  /(?<!\p{L})(wrote|writes|said|says|schrieb|schrieben|geschrieben|(a )?écrit|escribió|va escriure|ha scritto|scritto|escreveu|schreef|skrev|skrifaði|kirjoitti|kirjutas|napisał(\(a\)|a)?|pisze|napsala?|napísala?|napisa[ol]a?|a scris|írta|rašė|rakstīja|yazdı|menulis|đã viết|пишет|пише|писала?|написала?|написа|έγραψε|כתב|כתבה|كتب|كتابة|نوشت|zitat von)(?!\p{L})|写道|寫道|のメール|のメッセージ|書きました|작성|เขียนว่า|ने लिखा/iu;

/** The closing of a letter, alone on the line above the name. */
export const CLOSING =
  /^(?:(?:with |my )?(?:best|kind|warm|warmest|kindest)? ?(?:wishes|regards)|(?:yours |very )?(?:sincerely|truly|faithfully)(?: yours)?|all (?:the best|my love)|best|(?:with |much |lots of )?love|cheers|(?:many )?thanks|thank you|(?:mit |viele |liebe |herzliche |beste |schöne |freundliche[nm]? |besten |lieben |vielen )*(?:grüße[n]?|gruß|grüsse[n]?|gruss)|alles liebe|mfg|[lv]g|(?:bien )?cordialement|bien à vous|amitiés|amicalement|(?:sincères |meilleures )?salutations|(?:un |saludos? )?(?:cordial(?:es)? )?(?:saludos?|abrazo)(?: cordial(?:es)?)?|atentamente|(?:cordiali|distinti|cari) saluti|un (?:caro )?saluto|saluti|atenciosamente|(?:com os )?(?:melhores )?cumprimentos|(?:um )?abraços?|(?:met )?(?:vriendelijke|hartelijke|lieve)? ?groet(?:en|jes)?|(?:med )?(?:vänliga|venlig|vennlig|bästa|beste|kärlig|kærlig|varma)? ?(?:hälsning(?:ar)?|hilsen(?:er)?)|mvh|(?:ystävällisin |parhain )?terveisin|(?:serdeczne )?pozdrowienia|pozdrawiam|z poważaniem|s (?:přátelským )?pozdravem|üdvözlettel|с уважением|saygılarımla)\s?[,.!–—-]?$/iu;
