import { anyOf } from './any-of.ts';

/* What programs write that answer for somebody. How a line is written: `any-of.ts`. */

/** Names of an automatic answer, at the begin of a subject. */
export const ANSWER_NAMES = String.raw`
# English
auto(?:matic(?:ally)?|mated|matically generated)?[- ]?(?:e-?mail )?(?:repl(?:y|ies)|response|respon[ds]e?r?|answer|acknowledge?ment|confirmation|message|notification)
yahoo! auto
vacation (?:auto|reply|response|message|notice|notification)
# German
automatische? (?:antwort|rückantwort|abwesenheit|nachricht|e-?mail|mitteilung|eingangs|empfangs|antwoord|reactie|bericht|afwezigheid|beantwoording)
auto-?antwort
autom\. antwort
antwort \(abwesen
# Dutch
afwezigheids(?:bericht|melding|assistent|notificatie)
# Swedish
frånvaro(?:meddelande|besked)
# Danish and Norwegian
fraværs(?:besked|beskjed|melding|assistent)
# Finnish
poissaoloilmoitus
# German
abwesenheits(?:notiz|meldung|benachrichtigung|nachricht|assistent|agent|hinweis|info)
urlaubs(?:benachrichtigung|nachricht|meldung|notiz)
# French
r[ée]ponse (?:automatique|d'absence)
message (?:automatique|d'absence)
(?:notification|avis|message) d['’]absence
courriel automatique
# Spanish
respuesta autom[áa]tica
contestaci[óo]n autom[áa]tica
auto-?respuesta
mensaje autom[áa]tico
aviso de ausencia
# Italian
risposta automatica
auto-?risposta
messaggio automatico
avviso di assenza
risponditore
# Portuguese
resposta autom[áàa]tica
auto-?resposta
mensagem autom[áa]tica
aviso de aus[êe]ncia
resposta de aus[êe]ncia
# English
auto-?reply
# Swedish, Danish and Norwegian
autosvar
automatisk(?:t)? (?:svar|meddelande|besked|melding)
frånvaromeddelande
fraværsmeddelelse
fraværsmelding
# Finnish
automaatti(?:nen)? ?(?:vastaus|poissaolo|viesti)
poissaolo(?:viesti|ilmoitus)
lomavastaaja
# Icelandic
sjálfvirkt svar
# Polish
automatyczna odpowied[źz]
odpowied[źz] automatyczna
auto-?odpowied[źz]
# Czech and Slovak
automatick[áa] (?:odpov[ěe][dď]|zpr[áa]va)
# Slovenian
samodejni odgovor
# Croatian
automatski odgovor
# Serbian
аутоматски одговор
# Hungarian
automatikus (?:válasz|üzenet)
# Romanian
r[ăa]spuns automat
# Bulgarian
автоматичен отговор
# Russian
автоматическ(?:ий|ое) (?:ответ|сообщение|уведомление)
автоответ
# Ukrainian
автоматична відповідь
автовідповід
# Greek
αυτόματη απάντηση
# Turkish
otomatik (?:yan[ıi]t|cevap|mesaj)
# Hebrew
תשובה אוטומטית
מענה אוטומטי
# Arabic
رد تلقائي
رد آلي
الرد التلقائي
# Persian
پاسخ خودکار
# Japanese
自動(?:応答|返信|回復|回覆|送信|応対)
# Chinese
自动(?:回复|答复|应答|回覆)
# Korean
자동 ?(?:회신|응답|답장)
# Thai
(?:การ)?ตอบกลับอัตโนมัติ
# Vietnamese
(?:thư )?tr[ảa] l[ờo]i t[ựu] đ[ộo]ng
# Indonesian and Malay
balasan (?:otomatis|automatik)
jawapan automatik
# Lithuanian
automatinis atsakymas
# Latvian
automātiska atbilde
# Estonian
automaat(?:ne )?vastus
# Basque
erantzun automatikoa
# Welsh
ateb awtomatig
# Dutch
gepersonaliseerd automatisch
`;

/** Subjects of mail that asks strangers to prove that they are people. */
export const CHALLENGE_SUBJECTS = String.raw`
# English
\bverify#
\[?spam ?arrest\b
\bboxbe\b
^(?:re: )?(?:please )?(?:confirm|verify) (?:your|that you|you are|delivery of)
(?:your )?(?:e-?mail|message) (?:requires|needs|is awaiting|awaiting|awaits) (?:verification|confirmation|approval|authenticat)
sender (?:verification|confirmation|authentication)
verification (?:required|requested|needed|of your (?:e-?mail|message))
\(verification\)$
^(?:re: )?(?:spam ?blocker|challenge[- ]?response|mailinblack|bluebottle|knowspam|mailblocks|uol anti-?spam|anti-?spam uol)
# French
merci de (?:vous authentifier|confirmer votre)
demande d['’]authentification
# German
bitte bestätigen sie ihre (?:nachricht|e-?mail)
# Spanish and Portuguese
confirma[rç]\S{0,4} (?:de )?(?:seu|tu|su) (?:e-?mail|mensaje|mensagem)
# Russian
подтвердите отправку
`;

/** What such mail asks. */
export const CHALLENGES = String.raw`
# English
i (?:now )?(?:only )?(?:allow|accept|receive) (?:incoming )?(?:e-?mails?|mails?|messages) (?:only )?from (?:senders|people|addresses|those) (?:that |who(?:m)? )?(?:i (?:have|know)|are|on my)
protect(?:s|ing)? (?:\S{1,80} ){0,6}from (?:receiving )?(?:spam|junk)(?:\S{1,20} ){0,4}
(?:to|you) (?:complete|confirm|verify|prove) (?:\S{1,40} ){0,6}(?:you are (?:a |an )?(?:human|person|real)|you're (?:a |an )?(?:human|person|real)|not (?:a )?(?:spam|robot|machine))
one[- ]time (?:verification|authentication|confirmation|registration)
(?:reply to|answer) this (?:e-?mail|message) (?:and|to) (?:\S{1,40} ){0,6}(?:deliver|release|confirm)
(?:click|follow) (?:\S{1,40} ){0,6}link (?:\S{1,40} ){0,6}(?:release|deliver|approve|verify|authenticate) (?:your|this|the) (?:message|e-?mail)
your (?:message|e-?mail) (?:\S{1,40} ){0,4}(?:held|quarantined|waiting|queued) (?:\S{1,60} ){0,8}(?:verif|confirm|authentic|approv)
# French
pour que votre (?:message|mail|e-?mail) (?:\S{1,40} ){0,4}(?:remis|distribué|parvienne)
# German
um ihre (?:nachricht|e-?mail) zuzustellen
`;

const GENERATED = String.raw`
auto(?:matic(?:ally)?|mated)?[- ]?(?:e-?mail )?(?:generated )?(?:repl|respon|messag|e-?mail|generated|notif|acknowledg|confirm)
computer[- ]generated|machine[- ]generated|system[- ]generated
`;

/** First words of a text that a program wrote. */
export const AUTOMATIC_BEGINS = String.raw`
# English
(?:please note:? |note:? )?this (?:is|e-?mail is|message is|was) (?:an? )?${anyOf(GENERATED)}
i (?:am|'m) (?:sorry|replying) .{0,20}automat
i apologi[sz]e for this automat
# German
(?:dies|das) ist eine automatisch\p{L}{0,3} (?:\p{L}{1,30} ){0,2}(?:antwort|rückantwort|nachricht|e-?mail|mitteilung|benachrichtigung|bestätigung)
diese (?:e-?mail|nachricht) (?:wurde|ist) automatisch
# French
ceci est un(?:e)? (?:message|réponse|courriel|e-?mail) automatique
# Spanish
este es un (?:mensaje|correo) autom
esta es una respuesta autom
# Italian
quest[oa] è un(?:a)? (?:messaggio|risposta|e-?mail) automatic
# Portuguese
est[ae] é uma? (?:mensagem|resposta|e-?mail) autom
# Dutch
dit is een automatisch(?:e)? (?:\p{L}{1,30} ){0,2}(?:antwoord|bericht|reactie|e-?mail)
# Swedish
detta är ett automatiskt (?:\p{L}{1,30} ){0,2}(?:svar|meddelande|mejl|e-post)
# Danish and Norwegian
dette er (?:en|et) automatisk(?:t)? (?:\p{L}{1,30} ){0,2}(?:svar|besked|melding|meddelelse|e-?mail|e-post)
# Finnish
tämä on automaatti(?:nen)? ?(?:vastaus|viesti|ilmoitus)
# Polish
to jest (?:wiadomość|odpowiedź) (?:wygenerowana )?automatycz
# Russian
это автоматическ\p{L}{1,3} (?:ответ|сообщение|письмо|уведомление)
данное (?:письмо|сообщение) (?:\S{1,40} ){0,3}автоматически
# English
this user is (?:currently )?(?:away|out of)
`;
