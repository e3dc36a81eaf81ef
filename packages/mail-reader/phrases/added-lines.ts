import { anyOf } from './any-of.ts';

/* What programs add below a message. How a line is written: `any-of.ts`. */

const SCANNER = String.raw`
(?:avast|avg|avira|eset|kaspersky|norton|bitdefender|mcafee|symantec|messagelabs)(?:[- ](?:antivirus|anti-virus|antivirussoftware|software|email|security\.cloud|security|system|service))*
`;

const GET = String.raw`
get|try|download|obtener|obtén|obter|obtenha|télécharger|obtenir|téléchargez|scarica|ottieni|downloade?n?|skaffa
hämta|hent|få|hanki|pobierz|stáhnout|získat|получить|загрузить|获取|取得|下載|下载|outlook
`;

const OUTLOOK_FOR = String.raw`
pobierz aplikację outlook dla systemu
скачать outlook для
(?:ios|android) için outlook['’]?u edinin
(?:ios|android) 版 outlook を入手
(?:ios|android)용 outlook 다운로드
`;

/** Sentences that programs write word for word below a message; each is a whole line, in small letters. */
export const ADDED_SENTENCES = String.raw`
# Phones and mail programs
(?:please )?(?:excuse|forgive|pardon) (?:my brevity|the brevity|any typos|my typos|typos|brevity(?: and typos)?)
bitte entschuldigen sie (?:meine kürze|die kürze)
veuillez excuser ma brièveté
por favor,? disculpa mi brevedad
someone from mobile
sent from my kindle fire(?: hd)?
отправлено из почты mail
${anyOf(GET)}(?: (?:de|o|a|il|nu))? ?outlook(?: (?:for|für|pour|para|per|voor|för|for|til|dla|pro|для|on|sur|en|su|op))? ?(?:the )?(?:ios|android|iphone|ipad|mac|windows|mobile)
${anyOf(OUTLOOK_FOR)}(?: (?:ios|android))?
(?:get|try) (?:bluemail|aquamail|typeapp|mymail|spark|k9|newton|edison mail|canary mail|fairemail|yahoo mail|proton ?mail|aol mail|gmail) for (?:ios|android|iphone|ipad|mac|windows|desktop)
outlook voor (?:ios|android) downloaden
outlook für (?:ios|android|mac|windows) (?:beziehen|herunterladen|holen)
hol(?:e|en sie)? dir outlook für (?:ios|android)
yahoo mail ?: (?:search|suchen|recherchez|busca|buscar|pesquise|cerca),? \p{L}{3,20},? (?:(?:and|und|et|y|e) )?(?:einfach )?\p{L}{3,20}
sent with tuta(?:nota)?[,;] (?:the|enjoy) secure & ad-free (?:mailbox|emails?)
(?:sicher mit|(?:sent )?securely (?:sent )?with|envoyé en toute sécurité avec|enviado de forma segura con|inviato in modo sicuro con) tuta(?:nota| mail)?(?: (?:versendet|gesendet|verschickt))?:?
https://(?:www\.)?tuta(?:nota)?\.com(?:/free-email)?
(?:.{1,60} )?reacted via gmail
(?:virus-?free|virenfrei|sans virus|libre de virus|privo di virus|virusvrij|vírusmentes)\.?(?: ?(?:www\.)?(?:avast|avg|avira)(?:\.com|\.de)?)?
# Virus scanners
this (?:e-?mail|message) (?:has been|was) (?:checked|scanned)(?: (?:for|against) viruses)?(?: (?:by|with) (?:the )?${anyOf(SCANNER)})?
diese (?:e-?mail|nachricht) wurde(?: (?:von|mit) ${anyOf(SCANNER)})? auf viren (?:ge|über)prüft
l['’]absence de virus dans ce courrier électronique a été vérifiée par le logiciel antivirus ${anyOf(SCANNER)}
el software de antivirus ${anyOf(SCANNER)} ha analizado este correo electrónico en busca de virus
este e-?mail foi (?:escaneado|verificado) pelo ${anyOf(SCANNER)}
questa e-?mail è stata controllata per individuare virus con ${anyOf(SCANNER)}
deze e-?mail is gecontroleerd op virussen door ${anyOf(SCANNER)}
(?:www\.)?(?:avast|avg|avira|eset|kaspersky|symanteccloud)\.(?:com|de|net)
for more information,? please visit:? https?://www\.(?:symanteccloud|messagelabs)\.com\S{0,100}
`;
