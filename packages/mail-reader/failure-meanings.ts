/**
 * What the words of a mail server's refusal mean, as an enhanced status code (RFC 3463). Servers write them far more often
 * than the right code; the first family that matches counts, so what is told more exactly comes first.
 */
const MEANINGS: [meaning: RegExp, status: string][] = [
  // The mailbox is full.
  [
    /\b(?:over[ -]?(?:the )?(?:allotted )?(?:disk )?quota|overquota|quota (?:is |has been |was )?(?:full|exceed(?:ed|s)?|violation|reached)|(?:exceed(?:s|ed|ing)?|over|reached|beyond) (?:\S{1,80} ){0,5}(?:quota|storage|disk space|mailbox (?:size|limit))|(?:mail ?box|mail ?folder|mail ?drop|inbox|account|user|recipient|mail ?store|mail ?spool)(?:'s)?(?: \S{1,200}){0,3}? (?:is |are |has |was |already |currently |almost )*(?:full|over (?:its |the )?(?:limit|size))|full (?:mail ?box|inbox)|(?:insufficient|not enough|out of|no (?:more )?|lack of) (?:system |disk |storage |mailbox |available |free )*(?:storage|space|quota)(?! problem)|exceeds? (?:allowed|allotted|allocated) (?:size|storage)|exceeded (?:its |the )?(?:storage|mailbox|local limit)|recipient storage full|mailbox size limit|too many messages in (?:the )?mailbox|has (?:too much|exceeded .{1,40}) mail|mailbox (?:would exceed|exceeds)|storage allocation|mailfolder is full|mailbox quota|user has too many messages)/i,
    '5.2.2',
  ],
  [
    /postfach (?:\S{1,200} )?(?:ist )?(?:voll|überfüllt)|speicherplatz|boîte (?:aux lettres |de réception |)(?:\S{1,200} )?(?:est )?pleine|quota (?:dépassé|de la boîte)|buz[óo]n (?:\S{1,200} )?(?:est[áa] )?lleno|casella (?:\S{1,200} )?(?:è )?piena|caixa (?:postal |de (?:correio|entrada) )?(?:\S{1,200} )?(?:está )?cheia|mailbox (?:zit )?vol\b|brievenbus is vol|full (?:postlåda|postkasse)|skrzynka (?:\S{1,200} )?(?:jest )?(?:pełna|przepełniona)|ящик (?:\S{1,200} )?переполнен|メールボックス.{0,20}(?:いっぱい|一杯|容量|超え)|容量.{0,10}超|邮箱.{0,10}(?:已满|满)|信箱.{0,10}已滿|메일함.{0,20}(?:가득|초과)/i,
    '5.2.2',
  ],
  // The mail is too large.
  [
    /\b(?:(?:message|mail|e-?mail|content|data|body|attachments?|size)(?: \S{1,60}){0,4}? (?:is |are |was )?(?:too (?:large|big|long)|larger than)|too (?:large|big) (?:a )?(?:message|mail|size|body)|message length exceeds|(?:message|mail|header|file|fixed|maximum|max|body|content) ?(?:file )?size (?:limit )?(?:exceed|limit|is|of)|size limit|exceeds (?:\S{1,60} ){0,5}(?:message |mail |fixed |maximum |allowed |permitted )+(?:size|length)|maximum (?:message |mail |allowed |permitted )+size|oversize|message size)\b/i,
    '5.3.4',
  ],
  [
    /nachricht (?:ist )?zu groß|maximale (?:nachrichten)?größe|message (?:est )?trop (?:volumineux|gros|grand)|demasiado grande|troppo grande|muito grande|te groot|för stor|for stor\b|zbyt duż|слишком (?:большо|велик)|サイズ.{0,10}(?:超|大き)|过大|過大/i,
    '5.3.4',
  ],
  // The mailbox is closed or suspended.
  [
    /\b(?:(?:account|mail ?box|user|recipient|address|e-?mail|customer|subscriber|contact|alias|username)(?:'s)?(?: \S{1,200}){0,5}? (?:is |has |was |been |are |temporarily |currently |permanently |administratively |no longer )*(?:disabled|inactiv(?:e|ated)|deactivated|suspended|closed|locked|frozen|blocked by admin|terminated|cancell?ed|retired|expired|not active|not activated|on hold|barred|restricted by admin|no longer (?:active|in use|available|on server|accepts?|accepting)|discontinued|deleted|dormant)|(?:disabled|inactive|suspended|deactivated|closed|locked|expired|dormant|unconfirmed) (?:e-?mail )?(?:account|mail ?box|user|recipient|address|due to)|(?:account|user) (?:disabled|suspended)|has been (?:suspended|deactivated|disabled)|not (?:currently )?accepting (?:mail|messages)|mailbox (?:temporarily )?disabled|account that you tried to reach is (?:disabled|inactive)|no longer (?:with|at|works|employed|uses?|valid))\b/i,
    '5.2.1',
  ],
  [
    /(?:konto|postfach|empfänger|adresse)(?: \S{1,200}){0,3}? (?:ist |wurde )?(?:gesperrt|deaktiviert|stillgelegt|geschlossen|inaktiv|gelöscht)|compte (?:\S{1,200} )?(?:est |a été )?(?:désactivé|suspendu|fermé|bloqué)|cuenta (?:\S{1,200} )?(?:est[áa] |ha sido )?(?:desactivada|suspendida|cerrada|deshabilitada|inactiva)|(?:account|casella) (?:\S{1,200} )?(?:è )?(?:disabilitat|sospes|disattivat|inattiv)|conta (?:\S{1,200} )?(?:está |foi )?(?:desativada|suspensa|inativa|bloqueada)|konto (?:\S{1,200} )?(?:är )?(?:avstängt|spärrat)|(?:ящик|аккаунт|учетная запись)(?: \S{1,200}){0,3}? (?:заблокирован|отключен|неактив)|konto (?:\S{1,200} )?(?:jest )?(?:zablokowane|nieaktywne|wyłączone)|停止(?:され|中)|利用停止|(?:已|被)(?:停用|禁用|锁定|冻结)|账号异常/i,
    '5.2.1',
  ],
  // There is no such domain.
  [
    /\b(?:(?:no such|unknown|invalid|illegal|unrout(?:e)?able|non-?existent|bad) (?:mail )?(?:host|domain|host\/domain|recipient domain|destination domain)|(?:host|domain|host or domain|domain name|host name|hostname|mail domain|recipient(?:'s)? domain)(?: name)?(?: \S{1,200}){0,2}? (?:is |was |does |could |can |has )*(?:unknown|not (?:be )?(?:found|exist|resolve|located)|doesn't exist|couldn't be (?:found|resolved)|invalid|non-?existent|no mx)|couldn't find (?:any )?(?:host|dns)|(?:host|domain) unknown|nxdomain|name (?:service error|or service not known|server (?:loop|:))|(?:nullmx|null mx)|does not accept mail \(nullmx\)|no (?:valid |usable )?(?:mx|mail exchanger)|cannot resolve|unable to resolve|dns (?:lookup|query|error|failure|problem|server returned|domain)|domain (?:\S{1,200} )?(?:has )?(?:no|doesn't (?:have|accept|receive)|does not (?:have|accept|receive)) |all relevant mx records point to non-?existent|unrouteable mail domain|can't find (?:a )?valid mx|no route to (?:domain|host name)|no (?:dns|a) record|bad destination (?:host|system))/i,
    '5.1.2',
  ],
  [
    /domain (?:\S{1,200} )?(?:existiert nicht|unbekannt|nicht gefunden)|(?:le )?domaine (?:\S{1,200} )?(?:n'existe pas|inconnu|introuvable)|dominio (?:\S{1,200} )?(?:no existe|desconocido|non (?:esiste|trovato)|inesistente)|dom[íi]nio (?:\S{1,200} )?(?:não existe|inexistente)|domein (?:\S{1,200} )?bestaat niet|domän(?:en)? (?:\S{1,200} )?finns inte|домен(?: \S{1,200})? не (?:существует|найден)|ドメイン.{0,20}(?:存在し|見つかり)|域名.{0,10}不存在/i,
    '5.1.2',
  ],
  // There is no such mailbox.
  [
    /\b(?:no such (?:\S{1,60} )?(?:user|mail ?box|recipient|address|person|account|local|name|here|e-?mail|group|alias)|no (?:mail ?box|user|account|recipient|person)(?: \S{1,60}){0,2}? (?:here|by that name|with that name|found|exists?|matches)|sorry,? no mail ?box|(?:user|recipient|address|mail ?box|account|local[ -]?part|addressee|alias|username|rcpt|e-?mail|name|destination|customer|person|id|subscriber|member)(?:\(s\))?(?:'s)?(?: (?:name|address|mailbox|account|e-?mail))?(?: \S{1,200}){0,4}? (?:is |was |are |has |not |been |does |do |did |could |can |cannot )*(?:unknown|not (?:be )?(?:found|known|recogni[sz]ed|listed|exists?|verified|resolved|located|valid|here|in (?:the )?(?:directory|system|list|database)|a (?:valid|known)|our customer|local)|non-?existent|nonexist|invalid|incorrect|doesn't exist|does not exist|not exist|didn't exist|isn't (?:valid|known|here)|couldn't be found|unavailable|ambiguous|undeliverable|no longer exists|rejected by recipient)|(?:unknown|unkown|invalid|bad|illegal|incorrect|nonexistent|non-existent|unverified|undeliverable|unresolvable|unrout(?:e)?able|wrong) (?:\S{1,60} )?(?:user|recipients?|address(?:ee|es)?|local[ -]?part|mail ?box|account|alias|e-?mail|destination|login|member|rcpt|name|subscriber)|doesn't have an? \S{1,60} account|does(?:n't| not) (?:have|handle) (?:mail|an? account|a mailbox)|couldn't be found|could not be found|not (?:listed in|a valid (?:user|mail ?box|recipient|address|e-?mail)|our (?:customer|user)|a (?:local|known|subscriber|member))|not found (?:by|in|at) |user\b.{0,60}\bnot\b.{0,20}\b(?:exist|found|listed)|recip(?:ient)?notfound|does(?:n't| not) exist|no valid recipients?|(?:user|recipient)(?:\.|_)?unknown|unknown or illegal|unknown (?:or unavailable )?alias|mail ?box (?:unavailable|not available|does not|not found)|address not found|group you tried to contact|user no found|(?:all|the) recipients? (?:were|was|address) (?:rejected|refused|invalid)|does not like recipient|no account by that name|deliver to (?:mailbox )?unknown|name is not recogni[sz]ed|can't find (?:the )?(?:user|recipient)|unable to find (?:the )?(?:user|recipient)|delivery not allowed to non-local recipient|can't create user output file|recipient not (?:ok|exist)|invalid mail ?drop|address error|badrcpt|chkuser|no recipients? at this)/i,
    '5.1.1',
  ],
  [
    /(?:empfänger|benutzer|adresse|postfach|nutzer|konto|e-?mail-?adresse)(?: \S{1,200}){0,3}? (?:ist |wurde |konnte |existiert )?(?:unbekannt|nicht (?:gefunden|bekannt|vorhanden|gültig)|nicht|ungültig)\b|unbekannte[rn]? (?:empfänger|benutzer|adresse)|existiert nicht/i,
    '5.1.1',
  ],
  [
    /(?:destinataire|utilisateur|adresse|compte|boîte)(?: \S{1,200}){0,3}? (?:est |n'est |n'a )?(?:inconnue?|introuvable|invalide|n'existe pas|pas (?:été )?trouvée?)|n'existe pas|(?:usuario|destinatario|direcci[óo]n|cuenta|buz[óo]n)(?: \S{1,200}){0,3}? (?:no (?:existe|encontrad|v[áa]lid|reconocid)|desconocid|inexistente|inv[áa]lid)|no existe/i,
    '5.1.1',
  ],
  [
    /(?:utente|destinatario|indirizzo|casella)(?: \S{1,200}){0,3}? (?:sconosciut|inesistente|non (?:esiste|trovat|valid)|è (?:sconosciut|inesistente))|non esiste|(?:usu[áa]rio|destinat[áa]rio|endereço|conta)(?: \S{1,200}){0,3}? (?:não (?:existe|encontrad|foi encontrad)|desconhecid|inexistente|inv[áa]lid)|não existe/i,
    '5.1.1',
  ],
  [
    /(?:gebruiker|ontvanger|adres|mailbox)(?: \S{1,200}){0,3}? (?:is )?(?:onbekend|niet (?:gevonden|bekend)|bestaat niet)|bestaat niet|(?:mottagaren?|användaren?|adressen|modtageren?|brukeren?)(?: \S{1,200}){0,3}? (?:finns inte|er ukendt|okänd|findes ikke|finnes ikke|hittades inte|ukjent)/i,
    '5.1.1',
  ],
  [
    /(?:użytkownik|adresat|odbiorca|konto|skrzynka)(?: \S{1,200}){0,3}? (?:nie istnieje|nieznany)|nie ma takiego|uživatel (?:\S{1,200} )?neexistuje|neexistuj|(?:пользовател|получател|адрес|ящик)\S{0,4}(?: \S{1,200}){0,3}? (?:не (?:найден|существует|зарегистрирован)|неизвест)|не существует|недействительн/i,
    '5.1.1',
  ],
  [
    /(?:ユーザ|宛先|アドレス|受信者|あて先|送信先).{0,30}(?:存在し|見つかり|不明|有効で|誤り|間違)|不明な(?:ユーザ|宛先)|(?:用户|收件人|邮箱|地址|帐号|账号).{0,12}(?:不存在|无效|错误|未找到)|(?:使用者|收件者).{0,12}(?:不存在|無效)|사용자.{0,12}(?:없|존재하지)|수신자.{0,12}(?:없|찾을)|kullanıcı bulunamadı|alıcı bulunamadı/i,
    '5.1.1',
  ],
  // The server was not reached in time.
  [
    /\b(?:timed? ?out|time-?out|too long in (?:the )?queue|in (?:the )?(?:mail )?queue too long|queue too long|retry time(?:out)?(?: not reached| exceeded)|retry timeout|message expired|expired|could not be reached|can(?:not|'t) be reached|not reachable|unreachable|connection (?:was )?(?:refused|dropped|reset|lost|closed|failed|timed|error)|(?:couldn't|could not|can(?:not|'t)|unable to|failed to|wasn't able to|not able to|unsuccessful) (?:\S{1,60} ){0,3}?(?:connect|establish|contact|reach|open (?:a )?connection)|no route to host|network (?:is )?unreachable|host (?:is )?(?:unreachable|down|not responding)|not respond(?:ing|ed)?|no answer from host|delivery time expired|maximum (?:queue|retry|delivery) (?:time|attempts|duration)|exceeded (?:max(?:imum)? )?(?:time|retries|retry|attempts|delivery)|gave up after|for (?:the (?:past|last) )?\d{1,3} (?:days|hours)|not (?:been )?delivered (?:within|after|for)|mail loop|loops? back to (?:me|myself)|routing loop|too many hops|hop count)\b/i,
    '5.4.7',
  ],
  [
    /zeitüberschreitung|nicht erreichbar|délai (?:dépassé|expiré)|injoignable|tiempo de espera|tempo (?:scaduto|esgotado|limite)|niet bereikbaar|время (?:ожидания )?истек|タイムアウト|接続でき|超时|逾時/i,
    '5.4.7',
  ],
  // It was refused for what it is or where it came from.
  [
    /\b(?:spam|blocked|black ?list(?:ed)?|block ?list(?:ed)?|policy|denied|not authori[sz]ed|unauthori[sz]ed|not accepted|rejected|refused|relay(?:ing)?|virus|dmarc|spf|dkim|reputation|prohibited|not permitted|not allowed)\b/i,
    '5.7.1',
  ],
];

/** Characters; a refusal says it in its first sentences. */
const READ_CHARACTERS = 4_000;

/** Codes that name a class and no more, and those of providers that write them for several causes (Microsoft 365). */
const VAGUE = /^[45]\.(?:\d\.0|1\.351|5\.\d{1,3}|3\.\d{1,2}(?<!3\.4)|7\.1|1\.8|1\.7)$/;
/** Words of a general code of refusal do not make a code of their own more exact. */
const GENERAL = new Set(['5.7.1', '5.4.7']);

/** The status code that the words of a refusal mean; null when they say nothing that is known. */
export function meaningOf(words: string): string | null {
  // Line ends and addresses would keep the words of one sentence apart.
  const text = words.slice(0, READ_CHARACTERS).replace(/\s+/g, ' ').replace(/’/g, "'");
  return MEANINGS.find(([meaning]) => meaning.test(text))?.[1] ?? null;
}

/**
 * The status code that tells most: the stated one, or what the server's words mean when that is vague or they
 * say it more exactly.
 * @param stated enhanced status code, null when there is none
 * @param words of the server that refused the mail
 */
export function exactStatus(stated: string | null, words: string): string | null {
  // Microsoft 365 for an address that its directory does not have.
  if (stated === '5.4.1' && /recipient address rejected|access denied/i.test(words)) return '5.1.1';
  // Cisco's gateways for an address that they do not know.
  if (stated?.endsWith('.1.0') && /\baddress rejected\b/i.test(words)) return '5.1.1';
  const meaning = meaningOf(words);
  if (stated === null) return meaning;
  if (meaning === null || meaning === stated) return stated;
  if (GENERAL.has(meaning)) return /^[45]\.(?:0\.0|3\.0|5\.0)$/.test(stated) ? meaning : stated;
  // A mail that a rule refused may quote anything; 'user unknown' in it is about the address all the same.
  return VAGUE.test(stated) || /^[45]\.(?:1\.1|2\.1)$/.test(stated) ? meaning : stated;
}
