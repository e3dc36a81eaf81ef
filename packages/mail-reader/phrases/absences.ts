/* What notes say that somebody is away. How a line is written: `any-of.ts`. */

/** Words for being away, at the begin of a subject. */
export const ABSENCE_NAMES = String.raw`
# English
(?:i am |i'm |currently )?out of (?:the |my )?office
ooo
oof
away from (?:the |my )?(?:office|desk|e?-?mail)
not in the office
absence
(?:on )?annual leave
on (?:maternity |parental |sick |study )?leave
(?:maternity|parental) leave
# German
abwesend(?:heit)?
abwesenheit
nicht im (?:büro|haus)
außer haus
ausser haus
(?:en |in )?urlaub
# French
absent(?:e)?(?: du bureau)?
absence du bureau
hors du bureau
# Spanish
fuera de (?:la )?oficina
ausen(?:te|cia)
# Italian
fuori (?:ufficio|sede|dall'ufficio)
assen(?:te|za)
# Portuguese
fora do escrit[óo]rio
aus[êe]n(?:te|cia)(?: tempor[áa]ria)?
# Dutch
afwezig(?:heid)?
buiten (?:het )?kantoor
niet aanwezig
# Swedish
frånvar(?:o|ande)
(?:inte|ej) på kontoret
# Danish and Norwegian
fravær(?:ende)?
ikke (?:på kontoret|til stede)
ude af kontoret
# Finnish
poissa(?:olo)?
# Polish
poza biurem
nieobecność
# Czech and Slovak
mimo kancel[áa][řr]
nepř[ií]tomn
neprítomn
# Slovenian
odsot(?:en|nost)
# Croatian
odsutan
# Hungarian
házon kívül
távollét
# Romanian
în afara biroului
# Bulgarian
извън офиса
# Russian
нет на месте
вне офиса
отсутству
в отпуске
# Ukrainian
поза офісом
# Greek
εκτός γραφείου
απουσία
# Turkish
ofis dışında
# Hebrew
מחוץ למשרד
# Arabic
خارج المكتب
# Japanese
不在(?:通知|のお知らせ|です)?
外出中
休暇
外出
# Chinese
不在办公室
# Korean
부재 ?중
# Indonesian and Malay
di luar kantor
# Vietnamese
đi vắng
`;

/** What may follow them: marks of answers, kinds of notes, words before a date. */
export const BEHIND_ABSENCE = String.raw`
re|aw|wg|sv|fw|fwd|tr|rv|auto\S*|assist\S*|reply|response|message|notification|notice|notiz|meldung
until|till|from|to|bis|vom|von|ab|jusqu\S*|hasta|desde|fino|dal|até|tot|van|t/m|du|au|til|do|до|с
`;

/** Words of a note that somebody is away. */
export const AWAY_WORDS = String.raw`
# English
out of (?:the |my )?office
away
(?:on )?(?:annual |maternity |parental |sick )?leave
vacation
holidays?
travel(?:l)?ing
not (?:in|at) (?:the |my )?(?:office|desk|work)
(?:limited|no|without) access to (?:my )?(?:e-?mail|mail)
back (?:on|in the office)
# German
abwesend
abwesenheit
urlaub
nicht im (?:büro|haus)
außer haus
# French
absente?s?
absence
congés?
vacances
# Spanish
ausente
ausencia
vacaciones
fuera de la oficina
# Italian
assente
assenza
ferie
fuori (?:ufficio|sede)
# Portuguese
férias
fora do escrit[óo]rio
ausência
# Dutch
afwezig
vakantie
# Swedish
semester
frånvarande
# Danish and Norwegian
fravær
# Finnish
lomalla
poissa
# Polish
urlop\p{L}{0,3}
nieobecn\p{L}{0,5}
# Czech
dovolen\p{L}{0,4}
# Hungarian
szabadság\p{L}{0,5}
# Romanian
concediu
# Greek
λείπω
άδεια
διακοπ\p{L}{1,3}
# Turkish
izin\p{L}{0,6}
tatil\p{L}{0,4}
# Indonesian and Malay
cuti
# English
sabbatical
`;

/** The same within words, and in languages that write no spaces. */
export const AWAY_WORDS_UNSPACED = String.raw`
# Russian
отпуск
отсутств
# Ukrainian
відпустц
відсутн
# Japanese and Chinese
不在
休暇
外出
# Chinese
休假
# Korean
부재
휴가
`;

/** Words before the last day of an absence, or before the day of the return. */
export const UNTIL_WORDS = String.raw`
# English
until
t\.?o\.?m\.?
# Swedish, Danish and Norwegian
till? och med
til og med
# English
till?
to
through
thru
up to
back (?:in the office )?on
return(?:ing)?(?: to (?:the )?(?:office|work))? on
# German
bis(?: (?:einschließlich|einschl\.))?(?: zum)?
zurück am
wieder (?:erreichbar )?ab
# French
jusqu['’]?(?:au|à)?
de retour le
au
# Spanish
hasta(?: el)?
al
de vuelta el
# Italian
fino al?
rientr(?:o|erò) il
# Portuguese
até(?: (?:o dia|a))?
# Indonesian and Malay
sampai
hingga
# Greek
μέχρι(?: τις)?
έως(?: τις)?
# Dutch
t/m
tot(?: en met)?
weer (?:terug|aanwezig) op
# Swedish
åter
# Danish
tilbage d\.?
# Polish
do(?: dnia)?
# Czech
až do
# Russian
до
по
вернусь
`;
