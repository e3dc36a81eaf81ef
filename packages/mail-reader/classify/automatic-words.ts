/* Words by which programs that answer for somebody are known, in the languages that they write them in. */

/** Names of an automatic answer, at the begin of a subject. */
const AUTOMATIC_NAME =
  /^(?:auto(?:matic(?:ally)?|mated|matically generated)?[- ]?(?:e-?mail )?(?:repl(?:y|ies)|response|respon[ds]e?r?|answer|acknowledge?ment|confirmation|message|notification)|yahoo! auto|vacation (?:auto|reply|response|message|notice|notification)|automatische? (?:antwort|rückantwort|abwesenheit|nachricht|e-?mail|mitteilung|eingangs|empfangs|antwoord|reactie|bericht|afwezigheid|beantwoording)|auto-?antwort|autom\. antwort|antwort \(abwesen|afwezigheids(?:bericht|melding|assistent|notificatie)|frånvaro(?:meddelande|besked)|fraværs(?:besked|beskjed|melding|assistent)|poissaoloilmoitus|abwesenheits(?:notiz|meldung|benachrichtigung|nachricht|assistent|agent|hinweis|info)|urlaubs(?:benachrichtigung|nachricht|meldung|notiz)|r[ée]ponse (?:automatique|d'absence)|message (?:automatique|d'absence)|(?:notification|avis|message) d['’]absence|courriel automatique|respuesta autom[áa]tica|contestaci[óo]n autom[áa]tica|auto-?respuesta|mensaje autom[áa]tico|aviso de ausencia|risposta automatica|auto-?risposta|messaggio automatico|avviso di assenza|risponditore|resposta autom[áàa]tica|auto-?resposta|mensagem autom[áa]tica|aviso de aus[êe]ncia|resposta de aus[êe]ncia|auto-?reply|autosvar|automatisk(?:t)? (?:svar|meddelande|besked|melding)|frånvaromeddelande|fraværsmeddelelse|fraværsmelding|automaatti(?:nen)? ?(?:vastaus|poissaolo|viesti)|poissaolo(?:viesti|ilmoitus)|lomavastaaja|sjálfvirkt svar|automatyczna odpowied[źz]|odpowied[źz] automatyczna|auto-?odpowied[źz]|automatick[áa] (?:odpov[ěe][dď]|zpr[áa]va)|samodejni odgovor|automatski odgovor|аутоматски одговор|automatikus (?:válasz|üzenet)|r[ăa]spuns automat|автоматичен отговор|автоматическ(?:ий|ое) (?:ответ|сообщение|уведомление)|автоответ|автоматична відповідь|автовідповід|αυτόματη απάντηση|otomatik (?:yan[ıi]t|cevap|mesaj)|תשובה אוטומטית|מענה אוטומטי|رد تلقائي|رد آلي|الرد التلقائي|پاسخ خودکار|自動(?:応答|返信|回復|回覆|送信|応対)|自动(?:回复|答复|应答|回覆)|자동 ?(?:회신|응답|답장)|(?:การ)?ตอบกลับอัตโนมัติ|(?:thư )?tr[ảa] l[ờo]i t[ựu] đ[ộo]ng|balasan (?:otomatis|automatik)|jawapan automatik|automatinis atsakymas|automātiska atbilde|automaat(?:ne )?vastus|erantzun automatikoa|ateb awtomatig|gepersonaliseerd automatisch)/iu;

/** Words for being away: a subject of a person may begin so too, and goes on then. */
const ABSENCE_NAME =
  /^(?:(?:i am |i'm |currently )?out of (?:the |my )?office|ooo|oof|away from (?:the |my )?(?:office|desk|e?-?mail)|not in the office|absence|(?:on )?annual leave|on (?:maternity |parental |sick |study )?leave|(?:maternity|parental) leave|abwesend(?:heit)?|abwesenheit|nicht im (?:büro|haus)|außer haus|ausser haus|(?:en |in )?urlaub|absent(?:e)?(?: du bureau)?|absence du bureau|hors du bureau|fuera de (?:la )?oficina|ausen(?:te|cia)|fuori (?:ufficio|sede|dall'ufficio)|assen(?:te|za)|fora do escrit[óo]rio|aus[êe]n(?:te|cia)(?: tempor[áa]ria)?|afwezig(?:heid)?|buiten (?:het )?kantoor|niet aanwezig|frånvar(?:o|ande)|(?:inte|ej) på kontoret|fravær(?:ende)?|ikke (?:på kontoret|til stede)|ude af kontoret|poissa(?:olo)?|poza biurem|nieobecność|mimo kancel[áa][řr]|nepř[ií]tomn|neprítomn|odsot(?:en|nost)|odsutan|házon kívül|távollét|în afara biroului|извън офиса|нет на месте|вне офиса|отсутству|в отпуске|поза офісом|εκτός γραφείου|απουσία|ofis dışında|מחוץ למשרד|خارج المكتب|不在(?:通知|のお知らせ|です)?|外出中|休暇|外出|不在办公室|부재 ?중|di luar kantor|đi vắng)(?=$|\s*[:;.|()[\]\-–—/：]|\s+(?:re|aw|wg|sv|fw|fwd|tr|rv|auto\S*|assist\S*|reply|response|message|notification|notice|notiz|meldung|until|till|from|to|bis|vom|von|ab|jusqu\S*|hasta|desde|fino|dal|até|tot|van|t\/m|du|au|til|do|до|с)\b)/iu;

/** Fields and words of mail that asks strangers to prove that they are people. */
const CHALLENGE_SUBJECT =
  /(?:\bverify#|\[?spam ?arrest\b|\bboxbe\b|^(?:re: )?(?:please )?(?:confirm|verify) (?:your|that you|you are|delivery of)|(?:your )?(?:e-?mail|message) (?:requires|needs|is awaiting|awaiting|awaits) (?:verification|confirmation|approval|authenticat)|sender (?:verification|confirmation|authentication)|verification (?:required|requested|needed|of your (?:e-?mail|message))|\(verification\)$|^(?:re: )?(?:spam ?blocker|challenge[- ]?response|mailinblack|bluebottle|knowspam|mailblocks|uol anti-?spam|anti-?spam uol)|merci de (?:vous authentifier|confirmer votre)|demande d['’]authentification|bitte bestätigen sie ihre (?:nachricht|e-?mail)|confirma[rç]\S{0,4} (?:de )?(?:seu|tu|su) (?:e-?mail|mensaje|mensagem)|подтвердите отправку)/iu;
const CHALLENGE_TEXT =
  /\b(?:i (?:now )?(?:only )?(?:allow|accept|receive) (?:incoming )?(?:e-?mails?|mails?|messages) (?:only )?from (?:senders|people|addresses|those) (?:that |who(?:m)? )?(?:i (?:have|know)|are|on my)|protect(?:s|ing)? (?:\S{1,80} ){0,6}from (?:receiving )?(?:spam|junk)(?:\S{1,20} ){0,4}|(?:to|you) (?:complete|confirm|verify|prove) (?:\S{1,40} ){0,6}(?:you are (?:a |an )?(?:human|person|real)|you're (?:a |an )?(?:human|person|real)|not (?:a )?(?:spam|robot|machine))|one[- ]time (?:verification|authentication|confirmation|registration)|(?:reply to|answer) this (?:e-?mail|message) (?:and|to) (?:\S{1,40} ){0,6}(?:deliver|release|confirm)|(?:click|follow) (?:\S{1,40} ){0,6}link (?:\S{1,40} ){0,6}(?:release|deliver|approve|verify|authenticate) (?:your|this|the) (?:message|e-?mail)|your (?:message|e-?mail) (?:\S{1,40} ){0,4}(?:held|quarantined|waiting|queued) (?:\S{1,60} ){0,8}(?:verif|confirm|authentic|approv)|pour que votre (?:message|mail|e-?mail) (?:\S{1,40} ){0,4}(?:remis|distribué|parvienne)|um ihre (?:nachricht|e-?mail) zuzustellen)/i;

/** Subjects of read receipts, as programs name them; a person may begin so too, and then the text is another. */
const RECEIPT_SUBJECT =
  /^[^\p{L}]{0,3}(?:(?:not )?read|opened|displayed|deleted|gelesen|ungelesen|gelöscht|lu|non lu|leído|no leído|letto|non letto|lida|lido|gelezen|ongelezen|läst|læst|lest|luettu|przeczytan[eoy]|přečteno|prečítané|olvasva|citit|прочтено|прочитано|διαβάστηκε|okundu|نُ?قرئت|נקרא|開封済み|已读|已讀|읽음|return receipt|read receipt|read-?receipt|message status - (?:opened|read|deleted)|disposition notification|message (?:read|opened) notification|lesebestätigung|empfangsbestätigung|accusé de (?:lecture|réception)|confirmation de lecture|confirmaci[óo]n de lectura|acuse de recibo|conferma di lettura|ricevuta di ritorno|confirma[çc][ãa]o de leitura|recibo de leitura|leesbevestiging|ontvangstbevestiging|läskvitto|läsbekräftelse|kvittering for læst|lesebekreftelse|potwierdzenie (?:przeczytania|odczytu)|уведомление о прочтении|開封(?:確認|通知)|已读回执)/iu;
const RECEIPT_TEXT =
  /(?<!\p{L})(?:(?:was|has been|were) (?:\S{1,40} ){0,3}?(?:read|displayed|opened|deleted)|return receipt|read receipt|confirms? (?:only )?that (?:the|your) (?:message|mail|e-?mail)|this receipt|wurde (?:\S{1,40} ){0,6}?(?:gelesen|geöffnet|angezeigt|gelöscht)|dies ist eine (?:empfangs|lese)bestätigung|a été (?:\S{1,40} ){0,3}?(?:lue?|affichée?|ouverte?)|ceci est un accusé|(?:ha sido|fue|se ha) (?:\S{1,40} ){0,3}?(?:leíd[oa]|mostrad[oa]|abiert[oa])|se leyó|è stat[oa] (?:\S{1,40} ){0,3}?(?:lett[oa]|visualizzat[oa]|apert[oa])|foi (?:\S{1,40} ){0,3}?(?:lid[oa]|exibid[oa]|abert[oa])|(?:is|werd) (?:\S{1,40} ){0,6}?(?:gelezen|weergegeven|geopend)|lästes|har lästs|blev (?:\S{1,40} ){0,3}?læst|ble (?:\S{1,40} ){0,3}?lest|został[ao]? (?:\S{1,40} ){0,3}?(?:przeczytan|wyświetlon))|прочитано|прочтено|開封|表示され|已(?:于|於|被)?.{0,30}(?:阅读|閱讀|读取|显示)|읽었/iu;

/** First words of a text that a program wrote; what is not at its very begin may be a person's footer. */
const AUTOMATIC_TEXT =
  /^(?:[^\n]{0,80}[,!:]\s{1,10})?[^\p{L}\n]{0,10}(?:(?:please note:? |note:? )?this (?:is|e-?mail is|message is|was) (?:an? )?(?:auto(?:matic(?:ally)?|mated)?[- ]?(?:e-?mail )?(?:generated )?(?:repl|respon|messag|e-?mail|generated|notif|acknowledg|confirm)|computer[- ]generated|machine[- ]generated|system[- ]generated)|i (?:am|'m) (?:sorry|replying) .{0,20}automat|i apologi[sz]e for this automat|(?:dies|das) ist eine automatisch\p{L}{0,3} (?:\p{L}{1,30} ){0,2}(?:antwort|rückantwort|nachricht|e-?mail|mitteilung|benachrichtigung|bestätigung)|diese (?:e-?mail|nachricht) (?:wurde|ist) automatisch|ceci est un(?:e)? (?:message|réponse|courriel|e-?mail) automatique|este es un (?:mensaje|correo) autom|esta es una respuesta autom|quest[oa] è un(?:a)? (?:messaggio|risposta|e-?mail) automatic|est[ae] é uma? (?:mensagem|resposta|e-?mail) autom|dit is een automatisch(?:e)? (?:\p{L}{1,30} ){0,2}(?:antwoord|bericht|reactie|e-?mail)|detta är ett automatiskt (?:\p{L}{1,30} ){0,2}(?:svar|meddelande|mejl|e-post)|dette er (?:en|et) automatisk(?:t)? (?:\p{L}{1,30} ){0,2}(?:svar|besked|melding|meddelelse|e-?mail|e-post)|tämä on automaatti(?:nen)? ?(?:vastaus|viesti|ilmoitus)|to jest (?:wiadomość|odpowiedź) (?:wygenerowana )?automatycz|это автоматическ\p{L}{1,3} (?:ответ|сообщение|письмо|уведомление)|данное (?:письмо|сообщение) (?:\S{1,40} ){0,3}автоматически|this user is (?:currently )?(?:away|out of))/iu;

/** Words of a note that somebody is away. */
const AWAY =
  /(?<!\p{L})(?:out of (?:the |my )?office|away|(?:on )?(?:annual |maternity |parental |sick )?leave|vacation|holidays?|travel(?:l)?ing|not (?:in|at) (?:the |my )?(?:office|desk|work)|(?:limited|no|without) access to (?:my )?(?:e-?mail|mail)|back (?:on|in the office)|abwesend|abwesenheit|urlaub|nicht im (?:büro|haus)|außer haus|absente?s?|absence|congés?|vacances|ausente|ausencia|vacaciones|fuera de la oficina|assente|assenza|ferie|fuori (?:ufficio|sede)|férias|fora do escrit[óo]rio|ausência|afwezig|vakantie|semester|frånvarande|ferie|fravær|lomalla|poissa|urlop\p{L}{0,3}|nieobecn\p{L}{0,5}|dovolen\p{L}{0,4}|szabadság\p{L}{0,5}|concediu|λείπω|άδεια|διακοπ\p{L}{1,3}|izin\p{L}{0,6}|tatil\p{L}{0,4}|cuti|sabbatical)(?!\p{L})|отпуск|отсутств|відпустц|відсутн|不在|休暇|外出|休假|부재|휴가/iu;

/** 'AUTO: Ilse Brandt is out of the office (returning 05/04/2026)' (HCL Notes); in German a person may write of a car. */
const NOTES_SUBJECT = /^auto ?: .{1,120}\([^()\d]{1,40}\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\.?\)$/iu;

const start = (subject: string) => subject.replace(/^[^\p{L}\p{N}]{1,10}/u, '').slice(0, 300);

/** True for the subject of an automatic answer: `Auto reply: …`, `Abwesenheit: …`. */
export function isAutomaticSubject(subject: string): boolean {
  const begin = start(subject.trim());
  if (NOTES_SUBJECT.test(begin) && AWAY.test(begin)) return true;
  return AUTOMATIC_NAME.test(begin) || ABSENCE_NAME.test(begin);
}

/** Characters of a text in which a program says what it is. */
const BEGINNING = 3_000;

export const isAutomaticText = (text: string): boolean =>
  AUTOMATIC_TEXT.test(text.trimStart().slice(0, BEGINNING));

export const isReceipt = (subject: string, text: string): boolean =>
  RECEIPT_SUBJECT.test(subject.trim()) && RECEIPT_TEXT.test(text.slice(0, BEGINNING));

/** @param automatic a header says that a program wrote it: then its text alone may tell */
export const isChallenge = (subject: string, text: string, automatic: boolean): boolean =>
  (CHALLENGE_SUBJECT.test(subject.slice(0, 300)) && CHALLENGE_TEXT.test(text.slice(0, BEGINNING))) ||
  (automatic &&
    (CHALLENGE_SUBJECT.test(subject.slice(0, 300)) || CHALLENGE_TEXT.test(text.slice(0, BEGINNING))));

export const tellsOfAbsence = (subject: string, text: string): boolean =>
  ABSENCE_NAME.test(start(subject.trim())) || AWAY.test(text.slice(0, BEGINNING));
