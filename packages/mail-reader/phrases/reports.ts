import { anyOf } from './any-of.ts';

/*
 * What mail systems write in their reports on a mail. How a line is written: `any-of.ts`. A list beside one with
 * `_ELSEWHERE` is English; its phrases begin a word, those of the other may begin within one.
 */

const TRIES_AGAIN = String.raw`
be (?:re-?tried|re-?attempted|attempted again|sent again)
re-?try
continue (?:to )?(?:try|trying|retry|attempt)
keep (?:on )?trying
try again
attempt (?:to deliver )?(?:it )?again
automatically (?:re-?try|keep trying|try)
`;

/** The mail still waits somewhere. */
export const WAITS = String.raw`
not yet been (?:successfully )?delivered
not been delivered yet
has(?:n't| not) been delivered yet
(?:has|have) been (?:temporarily )?delayed
is (?:temporarily |being )?delayed
(?:message|mail|delivery) delayed
delivery (?:is|was|has been) delayed
delayed (?:mail|delivery)
delay(?:ed)? notification
(?:will|would|shall) ${anyOf(TRIES_AGAIN)}
(?:delivery )?attempts? (?:to deliver (?:the|your|this) (?:message|mail) )?will (?:continue|be made)
continue to be attempted
continues? (?:trying|to try)
warning message only
(?:you )?(?:do not|don't) need to (?:resend|re-send|do anything)
no action is required
still (?:trying|being (?:attempted|retried|processed)|in the queue|undelivered|in queue)
this is (?:just |only )?a warning
will be (?:returned|notified|informed|sent (?:a|another)) .{0,60}(?:if|unless|when)
gmail will retry
`;

export const WAITS_ELSEWHERE = String.raw`
# German
wird weiter(?:hin)? versucht
zustellung (?:\S{1,40} ){0,3}verzögert
noch nicht zugestellt
weitere zustellversuche
# French
nous allons continuer
a été (?:retardé|différé)
remise (?:\S{1,40} )?retardée
pas encore (?:été )?(?:remis|distribué|livré)
# Spanish
seguiremos intentando
se ha retrasado
todavía no se ha (?:podido )?entregad
# Italian
continueremo a (?:tentare|provare)
è (?:stata |stato )?ritardat
non è (?:stato )?ancora (?:stato )?consegnat
# Portuguese
continuaremos (?:a )?tentando
entrega (?:foi )?(?:atrasada|adiada)
ainda não foi entregue
# Dutch
nog niet (?:bezorgd|afgeleverd)
vertraagd
# Swedish
ännu inte (?:levererats|kunnat)
försenad
# Danish and Norwegian
forsinket
# Polish
opóźnion
jeszcze nie zosta
# Russian
отложен
ещё не (?:было )?доставлен
еще не (?:было )?доставлен
будет (?:предпринята|повтор)
# Japanese
遅延
配信が遅れ
まだ配信
再送を試
# Chinese
延迟
延遲
稍后.{0,6}重试
# Korean
지연
`;

/** It waits no longer, although the report names attempts. */
export const WAITS_NO_LONGER = String.raw`
(?:will|shall) (?:not|no longer) (?:be (?:re-?tried|attempted|re-?attempted)|re-?try|try|attempt|continue|keep)
won't (?:be retried|try|retry|keep)
not going to try
no (?:further|more|longer any) (?:delivery )?(?:attempts?|retries|tries)
(?:have|has|i've|we've) (?:now )?given up
(?:has been|was) (?:permanently )?(?:removed from the queue|returned to (?:you|sender|the sender))
giving up on
attempts? have been exhausted
maximum (?:number of )?(?:retries|attempts)
`;

/** It never will be delivered. */
export const FAILED = String.raw`
permanent(?:ly)? (?:error|failure|fatal|failed|rejected|undeliverable|delivery)
fatal (?:delivery )?errors?
given up
giving up
(?:could|can|did|was|were|has|have|is|may|will)(?:n't| not|not) (?:be |been |yet )?(?:be |been )?(?:delivered|sent|accepted|completed|processed|forwarded|reach(?:ed)?|deliver)
(?:couldn't|can't|wasn't|weren't|didn't|hasn't|haven't|won't) (?:be |been )?(?:delivered|sent|reach|accepted|deliver)
undeliver(?:able|ed)
non-?deliver(?:y|ed|able)
not (?:been )?delivered
(?:unable|not able|wasn't able|failed|impossible|inability|failure) (?:to|in) (?:be )?(?:deliver|send|forward|complete|reach|process)(?:ed|ing)?
deliver(?:y|ing) (?:\S{1,80} ){0,8}(?:has |have |was |is )?(?:been )?(?:failed|fail(?:ure|s)|impossible|aborted|unsuccessful|rejected)
failed (?:permanently|address|recipient|to deliver|delivery|to be delivered)
failed to be
has failed
error (?:has )?occurred (?:while|when|during|in) (?:\S{1,40} ){0,4}(?:deliver|send)
error (?:while )?(?:delivering|sending)
had (?:\S{1,40} ){0,3}(?:delivery )?(?:errors?|problems?|failures?)
(?:trouble|problems?) (?:while )?delivering
following (?:address(?:es|\(es\))?|recipients?(?:\(s\))?|user\(s\))(?: \S{1,80}){0,4} (?:failed|rejected|were not|was rejected|had|could not|cannot|did not)
returned (?:to (?:the )?sender|mail|because|as undeliverable)
(?:message|mail|e-?mail|letter|recipient|recipients|address) (?:has been |was |were |is |are )?(?:rejected|refused|bounced|blocked|returned|discarded)
blocked by (?:our|the|your)
has not been delivered
not reach(?:ed)? (?:some|all|the|its|following)
rejected (?:by|your|the|recipient)
did not receive
no such user
user unknown
unknown user
can(?:no|')t be delivered
bounced
`;

export const FAILED_ELSEWHERE = String.raw`
# German
konnte(?:n)? (?:\S{1,80} ){0,8}nicht (?:\S{1,40} ){0,2}(?:zugestellt|übermittelt|gesendet|ausgeliefert|versendet|erreicht)
nicht (?:zustellbar|zugestellt|möglich, ihre)
unzustellbar
zustell(?:ung|fehler)(?: \S{1,80}){0,5} (?:fehlgeschlagen|nicht möglich|gescheitert)
zustellfehler
fehler bei der zustellung
# French
(?:n'a|n'ont|n’a) (?:pas )?pu être (?:\S{1,40} )?(?:remis|distribué|livré|envoyé|délivré)
non (?:remis|distribué|délivré|délivrable)
échec (?:\S{1,40} ){0,4}(?:remise|livraison|envoi|distribution)
impossible (?:de|d')\s?(?:remettre|livrer|délivrer|distribuer|envoyer)
# Spanish
no (?:se )?(?:ha )?(?:pudo|podido|puede|fue posible) (?:ser )?(?:entregar|entregad|enviar)
no (?:se )?(?:ha )?entregad
error (?:de|en la) entrega
# Italian
impossibile (?:consegnare|recapitare|inviare)
mancat[oa] (?:recapito|consegna)
non (?:è stato (?:possibile )?|può essere )?(?:consegnat|recapitat|consegnare|recapitare)
consegna (?:non riuscita|fallita)
# Portuguese
não (?:foi|pôde|pode) (?:possível )?(?:ser )?(?:entreg|envia)
falha (?:na|de) entrega
# Dutch
kan niet worden (?:bezorgd|afgeleverd)
(?:kon|kan) niet (?:worden )?(?:\S{1,40} ){0,3}(?:bezorgd|afgeleverd)
onbestelbaar
niet (?:bezorgd|afgeleverd)
# Swedish
(?:kunde|kan) inte (?:levereras|skickas)
inte levererats
# Danish and Norwegian
kunne ikke (?:leveres|sendes)
ikke leveres
# Finnish
ei voitu toimittaa
# Polish
nie (?:można|udało się) (?:\S{1,40} ){0,3}(?:dostarczyć|doręczyć|wysłać)
nie (?:została?|może zostać|mogła zostać) (?:dostarczon|doręczon)
niedostarczon
# Czech
nelze doručit
nebyl[ao]? (?:možné )?doruč
nedoručiteln
# Hungarian
nem (?:sikerült )?kézbesít
# Romanian
nu (?:a putut fi|poate fi) livrat
# Russian
не (?:было |может быть |удалось |могло быть |был[ао]? )?(?:доставлен|доставить|отправлен|отправить)
недоставлен
невозможно доставить
# Ukrainian
не вдалося доставити
# Greek
δεν (?:ήταν δυνατή|παραδόθηκε|μπόρεσε)
# Turkish
teslim edilemedi
iletilemedi
# Hebrew
לא ניתן (?:היה )?למסור
# Arabic
تعذر (?:تسليم|إرسال)
فشل (?:تسليم|التسليم)
# Japanese
(?:配信|配送|配達|送信|お届け|届け|送達).{0,20}(?:でき(?:ません|ない)|失敗|エラー|されません|不能)
届きません
# Chinese
(?:无法|無法|未能|不能).{0,10}(?:送达|投递|发送|送達|傳遞|传递|递送)
退信
投递失败
發送失敗
# Korean
발송.{0,6}실패
전송.{0,10}(?:실패|못)
배달.{0,10}(?:실패|못|수 없)
`;

/** Lines above the copy of the returned mail. */
export const COPY_LINES = String.raw`
# English
below (?:this line )?is (?:a|the) copy
this is a copy of
here is a copy of
(?:the )?(?:original|returned|unsent|non-?delivered|failed|undelivered) (?:message|mail|e-?mail|information)\b(?! (?:was|has|could|header fields))
included is a copy
a copy of the original
(?:the )?(?:full |first \S{1,20} (?:lines|bytes) of the )?message (?:text |header |headers )?follows
the (?:header|text|body) of the original
message header follows
headers? of (?:the|your) (?:original )?message
unsent message
# German
original-?nachricht
ursprüngliche nachricht
# French
message d'origine
# Spanish
mensaje original
# Italian
messaggio originale
# Japanese
元のメッセージ
# English
return-path:
received: (?:from|by)
undelivered message headers
`;
