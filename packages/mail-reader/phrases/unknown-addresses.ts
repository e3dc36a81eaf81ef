import { anyOf } from './any-of.ts';

/*
 * What servers write when they refuse a mail because there is no such address. How a line is written: `any-of.ts`.
 * The lists without `_ELSEWHERE` are English; their phrases begin a word, those of the others may begin within one.
 */

const NOT_A_DOMAIN = String.raw`
unknown
not (?:be )?(?:found|exist|resolve|located)
doesn't exist
couldn't be (?:found|resolved)
invalid|non-?existent|no mx
`;

/** There is no such domain. */
export const NO_DOMAIN = String.raw`
(?:no such|unknown|invalid|illegal|unrout(?:e)?able|non-?existent|bad) (?:mail )?(?:host|domain|host/domain|recipient domain|destination domain)
(?:host|domain|host or domain|domain name|host name|hostname|mail domain|recipient(?:'s)? domain)(?: name)?(?: \S{1,200}){0,2}? (?:is |was |does |could |can |has )*${anyOf(NOT_A_DOMAIN)}
couldn't find (?:any )?(?:host|dns)
(?:host|domain) unknown
nxdomain
name (?:service error|or service not known|server (?:loop|:))
(?:nullmx|null mx)
does not accept mail \(nullmx\)
no (?:valid |usable )?(?:mx|mail exchanger)
cannot resolve
unable to resolve
dns (?:lookup|query|error|failure|problem|server returned|domain)
domain (?:\S{1,200} )?(?:has )?(?:no|doesn't (?:have|accept|receive)|does not (?:have|accept|receive))[ ]
all relevant mx records point to non-?existent
unrouteable mail domain
can't find (?:a )?valid mx
no route to (?:domain|host name)
no (?:dns|a) record
bad destination (?:host|system)
`;

export const NO_DOMAIN_ELSEWHERE = String.raw`
# German
domain (?:\S{1,200} )?(?:existiert nicht|unbekannt|nicht gefunden)
# French
(?:le )?domaine (?:\S{1,200} )?(?:n'existe pas|inconnu|introuvable)
# Spanish and Italian
dominio (?:\S{1,200} )?(?:no existe|desconocido|non (?:esiste|trovato)|inesistente)
# Portuguese
dom[íi]nio (?:\S{1,200} )?(?:não existe|inexistente)
# Dutch
domein (?:\S{1,200} )?bestaat niet
# Swedish
domän(?:en)? (?:\S{1,200} )?finns inte
# Russian
домен(?: \S{1,200})? не (?:существует|найден)
# Japanese
ドメイン.{0,20}(?:存在し|見つかり)
# Chinese
域名.{0,10}不存在
`;

const ADDRESSEE = String.raw`
user|recipient|address|mail ?box|account|local[ -]?part|addressee|alias|username|rcpt|e-?mail|name|destination
customer|person|id|subscriber|member
`;

const NOT_AN_ADDRESSEE = String.raw`
unknown
not (?:be )?(?:found|known|recogni[sz]ed|listed|exists?|verified|resolved|located|valid|here|in (?:the )?(?:directory|system|list|database)|a (?:valid|known)|our customer|local)
non-?existent|nonexist|invalid|incorrect
doesn't exist|does not exist|not exist|didn't exist
isn't (?:valid|known|here)
couldn't be found|unavailable|ambiguous|undeliverable|no longer exists|rejected by recipient
`;

const WRONG = String.raw`
unknown|unkown|invalid|bad|illegal|incorrect|nonexistent|non-existent|unverified|undeliverable|unresolvable
unrout(?:e)?able|wrong
`;

/** There is no such mailbox. */
export const NO_MAILBOX = String.raw`
no such (?:\S{1,60} )?(?:user|mail ?box|recipient|address|person|account|local|name|here|e-?mail|group|alias)
no (?:mail ?box|user|account|recipient|person)(?: \S{1,60}){0,2}? (?:here|by that name|with that name|found|exists?|matches)
sorry,? no mail ?box
${anyOf(ADDRESSEE)}(?:\(s\))?(?:'s)?(?: (?:name|address|mailbox|account|e-?mail))?(?: \S{1,200}){0,4}? (?:is |was |are |has |not |been |does |do |did |could |can |cannot )*${anyOf(NOT_AN_ADDRESSEE)}
${anyOf(WRONG)} (?:\S{1,60} )?(?:user|recipients?|address(?:ee|es)?|local[ -]?part|mail ?box|account|alias|e-?mail|destination|login|member|rcpt|name|subscriber)
doesn't have an? \S{1,60} account
does(?:n't| not) (?:have|handle) (?:mail|an? account|a mailbox)
couldn't be found
could not be found
not (?:listed in|a valid (?:user|mail ?box|recipient|address|e-?mail)|our (?:customer|user)|a (?:local|known|subscriber|member))
not found (?:by|in|at)[ ]
user\b.{0,60}\bnot\b.{0,20}\b(?:exist|found|listed)
recip(?:ient)?notfound
does(?:n't| not) exist
no valid recipients?
(?:user|recipient)(?:\.|_)?unknown
unknown or illegal
unknown (?:or unavailable )?alias
mail ?box (?:unavailable|not available|does not|not found)
address not found
group you tried to contact
user no found
(?:all|the) recipients? (?:were|was|address) (?:rejected|refused|invalid)
does not like recipient
no account by that name
deliver to (?:mailbox )?unknown
name is not recogni[sz]ed
can't find (?:the )?(?:user|recipient)
unable to find (?:the )?(?:user|recipient)
delivery not allowed to non-local recipient
can't create user output file
recipient not (?:ok|exist)
invalid mail ?drop
address error
badrcpt
chkuser
no recipients? at this
`;

export const NO_MAILBOX_ELSEWHERE = String.raw`
# German
(?:empfänger|benutzer|adresse|postfach|nutzer|konto|e-?mail-?adresse)(?: \S{1,200}){0,3}? (?:ist |wurde |konnte |existiert )?(?:unbekannt|nicht (?:gefunden|bekannt|vorhanden|gültig)|nicht|ungültig)\b
unbekannte[rn]? (?:empfänger|benutzer|adresse)
existiert nicht
# French
(?:destinataire|utilisateur|adresse|compte|boîte)(?: \S{1,200}){0,3}? (?:est |n'est |n'a )?(?:inconnue?|introuvable|invalide|n'existe pas|pas (?:été )?trouvée?)
n'existe pas
# Spanish
(?:usuario|destinatario|direcci[óo]n|cuenta|buz[óo]n)(?: \S{1,200}){0,3}? (?:no (?:existe|encontrad|v[áa]lid|reconocid)|desconocid|inexistente|inv[áa]lid)
no existe
# Italian
(?:utente|destinatario|indirizzo|casella)(?: \S{1,200}){0,3}? (?:sconosciut|inesistente|non (?:esiste|trovat|valid)|è (?:sconosciut|inesistente))
non esiste
# Portuguese
(?:usu[áa]rio|destinat[áa]rio|endereço|conta)(?: \S{1,200}){0,3}? (?:não (?:existe|encontrad|foi encontrad)|desconhecid|inexistente|inv[áa]lid)
não existe
# Dutch
(?:gebruiker|ontvanger|adres|mailbox)(?: \S{1,200}){0,3}? (?:is )?(?:onbekend|niet (?:gevonden|bekend)|bestaat niet)
bestaat niet
# Swedish, Danish and Norwegian
(?:mottagaren?|användaren?|adressen|modtageren?|brukeren?)(?: \S{1,200}){0,3}? (?:finns inte|er ukendt|okänd|findes ikke|finnes ikke|hittades inte|ukjent)
# Polish
(?:użytkownik|adresat|odbiorca|konto|skrzynka)(?: \S{1,200}){0,3}? (?:nie istnieje|nieznany)
nie ma takiego
# Czech
uživatel (?:\S{1,200} )?neexistuje
neexistuj
# Russian
(?:пользовател|получател|адрес|ящик)\S{0,4}(?: \S{1,200}){0,3}? (?:не (?:найден|существует|зарегистрирован)|неизвест)
не существует
недействительн
# Japanese
(?:ユーザ|宛先|アドレス|受信者|あて先|送信先).{0,30}(?:存在し|見つかり|不明|有効で|誤り|間違)
不明な(?:ユーザ|宛先)
# Chinese
(?:用户|收件人|邮箱|地址|帐号|账号).{0,12}(?:不存在|无效|错误|未找到)
(?:使用者|收件者).{0,12}(?:不存在|無效)
# Korean
사용자.{0,12}(?:없|존재하지)
수신자.{0,12}(?:없|찾을)
# Turkish
kullanıcı bulunamadı
alıcı bulunamadı
`;
