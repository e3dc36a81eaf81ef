/* What mail programs and people write around the text of a reply. How a line is written: `any-of.ts`. */

/** 'Original message' and 'Forwarded message', as written between dashes. */
export const ORIGINAL_MESSAGES = String.raw`
# English
original
forwarded
reply message
# German
ursprüngliche
weitergeleitete
urspr\. nachricht
# French
message d['’]origine
mail original
courriel original
message (?:original|transféré|d.origine)
# Spanish
mensaje (?:original|reenviado)
correo original
# Portuguese
mensagem (?:original|encaminhada)
e-mail original
# Italian
messaggio (?:originale|inoltrato)
# Dutch
oorspronkelijk
doorgestuurd
# Swedish
ursprungligt
originalmeddelande
vidarebefordrat
# Danish and Norwegian
oprindelig
opprinnelig
videresendt
# Finnish
alkuperäinen
edelleen
# Polish
wiadomość
oryginalna
# Czech and Slovak
původní
pôvodná
přeposlaná
# Hungarian
eredeti
továbbított
# Romanian
mesaj(?:ul)? original
# Russian
исходное
пересылаемое
пересланное
переадресованное
# Ukrainian
оригінальне
початкове
# Bulgarian
оригинално
# Greek
αρχικό
# Turkish
orijinal
iletilen
# Indonesian
pesan asli
# Chinese
原始邮件
原始郵件
原邮件
转发
轉寄
# Japanese
元のメッセージ
転送
# Korean
원본
전달
`;

/** 'Wrote' in the line above a quotation. */
export const WROTE_WORDS = String.raw`
# English
wrote
writes
said
says
# German
schrieb
schrieben
geschrieben
# French
(?:a )?écrit
# Spanish
escribió
# Catalan
va escriure
# Italian
ha scritto
scritto
# Portuguese
escreveu
# Dutch
schreef
# Swedish, Danish and Norwegian
skrev
# Icelandic
skrifaði
# Finnish
kirjoitti
# Estonian
kirjutas
# Polish
napisał(?:\(a\)|a)?
pisze
# Czech
napsala?
# Slovak
napísala?
# Croatian, Serbian and Slovenian
napisa[ol]a?
# Romanian
a scris
# Hungarian
írta
# Lithuanian
rašė
# Latvian
rakstīja
# Turkish
yazdı
# Indonesian
menulis
# Vietnamese
đã viết
# Russian and Ukrainian
пишет
пише
писала?
написала?
# Bulgarian
написа
# Greek
έγραψε
# Hebrew
כתב
כתבה
# Arabic
كتب
كتابة
# Persian
نوشت
# German
zitat von
`;

/** The same in languages that write no spaces, or join it to other words. */
export const WROTE_UNSPACED = String.raw`
# Chinese
写道
寫道
# Japanese
のメール
のメッセージ
書きました
# Korean
작성
# Thai
เขียนว่า
# Hindi
ने लिखा
`;

/** The closing of a letter, alone on the line above the name. */
export const CLOSINGS = String.raw`
# English
(?:with |my )?(?:best|kind|warm|warmest|kindest)? ?(?:wishes|regards)
(?:yours |very )?(?:sincerely|truly|faithfully)(?: yours)?
all (?:the best|my love)
best
(?:with |much |lots of )?love
cheers
(?:many )?thanks
thank you
# German
(?:mit |viele |liebe |herzliche |beste |schöne |freundliche[nm]? |besten |lieben |vielen )*(?:grüße[n]?|gruß|grüsse[n]?|gruss)
alles liebe
mfg
[lv]g
# French
(?:bien )?cordialement
bien à vous
amitiés
amicalement
(?:sincères |meilleures )?salutations
# Spanish
(?:un |saludos? )?(?:cordial(?:es)? )?(?:saludos?|abrazo)(?: cordial(?:es)?)?
atentamente
# Italian
(?:cordiali|distinti|cari) saluti
un (?:caro )?saluto
saluti
# Portuguese
atenciosamente
(?:com os )?(?:melhores )?cumprimentos
(?:um )?abraços?
# Dutch
(?:met )?(?:vriendelijke|hartelijke|lieve)? ?groet(?:en|jes)?
# Swedish, Danish and Norwegian
(?:med )?(?:vänliga|venlig|vennlig|bästa|beste|kärlig|kærlig|varma)? ?(?:hälsning(?:ar)?|hilsen(?:er)?)
mvh
# Finnish
(?:ystävällisin |parhain )?terveisin
# Polish
(?:serdeczne )?pozdrowienia
pozdrawiam
z poważaniem
# Czech
s (?:přátelským )?pozdravem
# Hungarian
üdvözlettel
# Russian
с уважением
# Turkish
saygılarımla
`;
