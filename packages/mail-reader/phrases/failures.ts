import { anyOf } from './any-of.ts';

/*
 * What servers write when they refuse a mail, by what it means. How a line is written: `any-of.ts`. A list beside one
 * with `_ELSEWHERE` is English; its phrases begin a word, those of the other may begin within one.
 */

const MAILBOX = String.raw`
mail ?box|mail ?folder|mail ?drop|inbox|account|user|recipient|mail ?store|mail ?spool
`;

/** The mailbox is full. */
export const MAILBOX_FULL = String.raw`
over[ -]?(?:the )?(?:allotted )?(?:disk )?quota
overquota
quota (?:is |has been |was )?(?:full|exceed(?:ed|s)?|violation|reached)
(?:exceed(?:s|ed|ing)?|over|reached|beyond) (?:\S{1,80} ){0,5}(?:quota|storage|disk space|mailbox (?:size|limit))
${anyOf(MAILBOX)}(?:'s)?(?: \S{1,200}){0,3}? (?:is |are |has |was |already |currently |almost )*(?:full|over (?:its |the )?(?:limit|size))
full (?:mail ?box|inbox)
(?:insufficient|not enough|out of|no (?:more )?|lack of) (?:system |disk |storage |mailbox |available |free )*(?:storage|space|quota)(?! problem)
exceeds? (?:allowed|allotted|allocated) (?:size|storage)
exceeded (?:its |the )?(?:storage|mailbox|local limit)
recipient storage full
mailbox size limit
too many messages in (?:the )?mailbox
has (?:too much|exceeded .{1,40}) mail
mailbox (?:would exceed|exceeds)
storage allocation
mailfolder is full
mailbox quota
user has too many messages
`;

export const MAILBOX_FULL_ELSEWHERE = String.raw`
# German
postfach (?:\S{1,200} )?(?:ist )?(?:voll|überfüllt)
speicherplatz
# French
boîte (?:aux lettres |de réception |)(?:\S{1,200} )?(?:est )?pleine
quota (?:dépassé|de la boîte)
# Spanish
buz[óo]n (?:\S{1,200} )?(?:est[áa] )?lleno
# Italian
casella (?:\S{1,200} )?(?:è )?piena
# Portuguese
caixa (?:postal |de (?:correio|entrada) )?(?:\S{1,200} )?(?:está )?cheia
# Dutch
mailbox (?:zit )?vol\b
brievenbus is vol
# Swedish, Danish and Norwegian
full (?:postlåda|postkasse)
# Polish
skrzynka (?:\S{1,200} )?(?:jest )?(?:pełna|przepełniona)
# Russian
ящик (?:\S{1,200} )?переполнен
# Japanese
メールボックス.{0,20}(?:いっぱい|一杯|容量|超え)
容量.{0,10}超
# Chinese
邮箱.{0,10}(?:已满|满)
信箱.{0,10}已滿
# Korean
메일함.{0,20}(?:가득|초과)
`;

/** The mail is too large. */
export const TOO_LARGE = String.raw`
(?:message|mail|e-?mail|content|data|body|attachments?|size)(?: \S{1,60}){0,4}? (?:is |are |was )?(?:too (?:large|big|long)|larger than)
too (?:large|big) (?:a )?(?:message|mail|size|body)
message length exceeds
(?:message|mail|header|file|fixed|maximum|max|body|content) ?(?:file )?size (?:limit )?(?:exceed|limit|is|of)
size limit
exceeds (?:\S{1,60} ){0,5}(?:message |mail |fixed |maximum |allowed |permitted )+(?:size|length)
maximum (?:message |mail |allowed |permitted )+size
oversize
message size
`;

export const TOO_LARGE_ELSEWHERE = String.raw`
# German
nachricht (?:ist )?zu groß
maximale (?:nachrichten)?größe
# French
message (?:est )?trop (?:volumineux|gros|grand)
# Spanish
demasiado grande
# Italian
troppo grande
# Portuguese
muito grande
# Dutch
te groot
# Swedish
för stor
# Danish and Norwegian
for stor\b
# Polish
zbyt duż
# Russian
слишком (?:большо|велик)
# Japanese
サイズ.{0,10}(?:超|大き)
# Chinese
过大
過大
`;

const CLOSED = String.raw`
disabled|inactiv(?:e|ated)|deactivated|suspended|closed|locked|frozen|blocked by admin|terminated
cancell?ed|retired|expired|not active|not activated|on hold|barred|restricted by admin
no longer (?:active|in use|available|on server|accepts?|accepting)
discontinued|deleted|dormant
`;

const ACCOUNT = String.raw`
account|mail ?box|user|recipient|address|e-?mail|customer|subscriber|contact|alias|username
`;

/** The mailbox is closed or suspended. */
export const MAILBOX_CLOSED = String.raw`
${anyOf(ACCOUNT)}(?:'s)?(?: \S{1,200}){0,5}? (?:is |has |was |been |are |temporarily |currently |permanently |administratively |no longer )*${anyOf(CLOSED)}
(?:disabled|inactive|suspended|deactivated|closed|locked|expired|dormant|unconfirmed) (?:e-?mail )?(?:account|mail ?box|user|recipient|address|due to)
(?:account|user) (?:disabled|suspended)
has been (?:suspended|deactivated|disabled)
not (?:currently )?accepting (?:mail|messages)
mailbox (?:temporarily )?disabled
account that you tried to reach is (?:disabled|inactive)
no longer (?:with|at|works|employed|uses?|valid)
`;

export const MAILBOX_CLOSED_ELSEWHERE = String.raw`
# German
(?:konto|postfach|empfänger|adresse)(?: \S{1,200}){0,3}? (?:ist |wurde )?(?:gesperrt|deaktiviert|stillgelegt|geschlossen|inaktiv|gelöscht)
# French
compte (?:\S{1,200} )?(?:est |a été )?(?:désactivé|suspendu|fermé|bloqué)
# Spanish
cuenta (?:\S{1,200} )?(?:est[áa] |ha sido )?(?:desactivada|suspendida|cerrada|deshabilitada|inactiva)
# Italian
(?:account|casella) (?:\S{1,200} )?(?:è )?(?:disabilitat|sospes|disattivat|inattiv)
# Portuguese
conta (?:\S{1,200} )?(?:está |foi )?(?:desativada|suspensa|inativa|bloqueada)
# Swedish
konto (?:\S{1,200} )?(?:är )?(?:avstängt|spärrat)
# Russian
(?:ящик|аккаунт|учетная запись)(?: \S{1,200}){0,3}? (?:заблокирован|отключен|неактив)
# Polish
konto (?:\S{1,200} )?(?:jest )?(?:zablokowane|nieaktywne|wyłączone)
# Japanese
停止(?:され|中)
利用停止
# Chinese
(?:已|被)(?:停用|禁用|锁定|冻结)
账号异常
`;

/** The server was not reached in time. */
export const NOT_REACHED = String.raw`
timed? ?out
time-?out
too long in (?:the )?queue
in (?:the )?(?:mail )?queue too long
queue too long
retry time(?:out)?(?: not reached| exceeded)
retry timeout
message expired
expired
could not be reached
can(?:not|'t) be reached
not reachable
unreachable
connection (?:was )?(?:refused|dropped|reset|lost|closed|failed|timed|error)
(?:couldn't|could not|can(?:not|'t)|unable to|failed to|wasn't able to|not able to|unsuccessful) (?:\S{1,60} ){0,3}?(?:connect|establish|contact|reach|open (?:a )?connection)
no route to host
network (?:is )?unreachable
host (?:is )?(?:unreachable|down|not responding)
not respond(?:ing|ed)?
no answer from host
delivery time expired
maximum (?:queue|retry|delivery) (?:time|attempts|duration)
exceeded (?:max(?:imum)? )?(?:time|retries|retry|attempts|delivery)
gave up after
for (?:the (?:past|last) )?\d{1,3} (?:days|hours)
not (?:been )?delivered (?:within|after|for)
mail loop
loops? back to (?:me|myself)
routing loop
too many hops
hop count
`;

export const NOT_REACHED_ELSEWHERE = String.raw`
# German
zeitüberschreitung
nicht erreichbar
# French
délai (?:dépassé|expiré)
injoignable
# Spanish
tiempo de espera
# Italian and Portuguese
tempo (?:scaduto|esgotado|limite)
# Dutch
niet bereikbaar
# Russian
время (?:ожидания )?истек
# Japanese
タイムアウト
接続でき
# Chinese
超时
逾時
`;

/** It was refused for what it is or where it came from. */
export const REFUSED = String.raw`
spam
blocked
black ?list(?:ed)?
block ?list(?:ed)?
policy
denied
not authori[sz]ed
unauthori[sz]ed
not accepted
rejected
refused
relay(?:ing)?
virus
dmarc
spf
dkim
reputation
prohibited
not permitted
not allowed
`;
