/* What programs write when a mail was opened. How a line is written: `any-of.ts`. */

/** Subjects of read receipts, as programs name them. */
export const RECEIPT_SUBJECTS = String.raw`
# English
(?:not )?read
opened
displayed
deleted
# German
gelesen
ungelesen
gelöscht
# French
lu
non lu
# Spanish
leído
no leído
# Italian
letto
non letto
# Portuguese
lida
lido
# Dutch
gelezen
ongelezen
# Swedish
läst
# Danish and Norwegian
læst
lest
# Finnish
luettu
# Polish
przeczytan[eoy]
# Czech
přečteno
# Slovak
prečítané
# Hungarian
olvasva
# Romanian
citit
# Russian
прочтено
прочитано
# Greek
διαβάστηκε
# Turkish
okundu
# Arabic
نُ?قرئت
# Hebrew
נקרא
# Japanese
開封済み
# Chinese
已读
已讀
# Korean
읽음
# English
return receipt
read receipt
read-?receipt
message status - (?:opened|read|deleted)
disposition notification
message (?:read|opened) notification
# German
lesebestätigung
empfangsbestätigung
# French
accusé de (?:lecture|réception)
confirmation de lecture
# Spanish
confirmaci[óo]n de lectura
acuse de recibo
# Italian
conferma di lettura
ricevuta di ritorno
# Portuguese
confirma[çc][ãa]o de leitura
recibo de leitura
# Dutch
leesbevestiging
ontvangstbevestiging
# Swedish
läskvitto
läsbekräftelse
# Danish and Norwegian
kvittering for læst
lesebekreftelse
# Polish
potwierdzenie (?:przeczytania|odczytu)
# Russian
уведомление о прочтении
# Japanese
開封(?:確認|通知)
# Chinese
已读回执
`;

/** What their texts say. */
export const RECEIPTS = String.raw`
# English
(?:was|has been|were) (?:\S{1,40} ){0,3}?(?:read|displayed|opened|deleted)
return receipt
read receipt
confirms? (?:only )?that (?:the|your) (?:message|mail|e-?mail)
this receipt
# German
wurde (?:\S{1,40} ){0,6}?(?:gelesen|geöffnet|angezeigt|gelöscht)
dies ist eine (?:empfangs|lese)bestätigung
# French
a été (?:\S{1,40} ){0,3}?(?:lue?|affichée?|ouverte?)
ceci est un accusé
# Spanish
(?:ha sido|fue|se ha) (?:\S{1,40} ){0,3}?(?:leíd[oa]|mostrad[oa]|abiert[oa])
se leyó
# Italian
è stat[oa] (?:\S{1,40} ){0,3}?(?:lett[oa]|visualizzat[oa]|apert[oa])
# Portuguese
foi (?:\S{1,40} ){0,3}?(?:lid[oa]|exibid[oa]|abert[oa])
# Dutch
(?:is|werd) (?:\S{1,40} ){0,6}?(?:gelezen|weergegeven|geopend)
# Swedish
lästes
har lästs
# Danish and Norwegian
blev (?:\S{1,40} ){0,3}?læst
ble (?:\S{1,40} ){0,3}?lest
# Polish
został[ao]? (?:\S{1,40} ){0,3}?(?:przeczytan|wyświetlon)
`;

/** The same within words, and in languages that write no spaces. */
export const RECEIPTS_UNSPACED = String.raw`
# Russian
прочитано
прочтено
# Japanese
開封
表示され
# Chinese
已(?:于|於|被)?.{0,30}(?:阅读|閱讀|读取|显示)
# Korean
읽었
`;
