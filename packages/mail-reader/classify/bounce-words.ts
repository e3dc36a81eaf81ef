/* Phrases of mail systems' reports, in the languages that they write them in. */

/** Whether one of several patterns, each short enough to be read, is found. */
const either = (...patterns: RegExp[]) => ({
  test: (text: string) => patterns.some((each) => each.test(text)),
});

const WAITING =
  /\b(?:not yet been (?:successfully )?delivered|not been delivered yet|has(?:n't| not) been delivered yet|(?:has|have) been (?:temporarily )?delayed|is (?:temporarily |being )?delayed|(?:message|mail|delivery) delayed|delivery (?:is|was|has been) delayed|delayed (?:mail|delivery)|delay(?:ed)? notification|(?:will|would|shall) (?:be (?:re-?tried|re-?attempted|attempted again|sent again)|re-?try|continue (?:to )?(?:try|trying|retry|attempt)|keep (?:on )?trying|try again|attempt (?:to deliver )?(?:it )?again|automatically (?:re-?try|keep trying|try))|(?:delivery )?attempts? (?:to deliver (?:the|your|this) (?:message|mail) )?will (?:continue|be made)|continue to be attempted|continues? (?:trying|to try)|warning message only|(?:you )?(?:do not|don't) need to (?:resend|re-send|do anything)|no action is required|still (?:trying|being (?:attempted|retried|processed)|in the queue|undelivered|in queue)|this is (?:just |only )?a warning|will be (?:returned|notified|informed|sent (?:a|another)) .{0,60}(?:if|unless|when)|gmail will retry)/i;

const WAITING_ELSEWHERE =
  /wird weiter(?:hin)? versucht|zustellung (?:\S{1,40} ){0,3}verzögert|noch nicht zugestellt|weitere zustellversuche|nous allons continuer|a été (?:retardé|différé)|remise (?:\S{1,40} )?retardée|pas encore (?:été )?(?:remis|distribué|livré)|seguiremos intentando|se ha retrasado|todavía no se ha (?:podido )?entregad|continueremo a (?:tentare|provare)|è (?:stata |stato )?ritardat|non è (?:stato )?ancora (?:stato )?consegnat|continuaremos (?:a )?tentando|entrega (?:foi )?(?:atrasada|adiada)|ainda não foi entregue|nog niet (?:bezorgd|afgeleverd)|vertraagd|ännu inte (?:levererats|kunnat)|försenad|forsinket|opóźnion|jeszcze nie zosta|отложен|ещё не (?:было )?доставлен|еще не (?:было )?доставлен|будет (?:предпринята|повтор)|遅延|配信が遅れ|まだ配信|再送を試|延迟|延遲|稍后.{0,6}重试|지연/iu;

/** Signs that the mail still waits somewhere. */
export const STILL_TRYING = either(WAITING, WAITING_ELSEWHERE);

/** Signs that it waits no longer, although the report names attempts. */
export const NO_MORE_ATTEMPTS =
  /\b(?:(?:will|shall) (?:not|no longer) (?:be (?:re-?tried|attempted|re-?attempted)|re-?try|try|attempt|continue|keep)|won't (?:be retried|try|retry|keep)|not going to try|no (?:further|more|longer any) (?:delivery )?(?:attempts?|retries|tries)|(?:have|has|i've|we've) (?:now )?given up|(?:has been|was) (?:permanently )?(?:removed from the queue|returned to (?:you|sender|the sender))|giving up on|attempts? have been exhausted|maximum (?:number of )?(?:retries|attempts))/i;

const FAILED =
  /\b(?:permanent(?:ly)? (?:error|failure|fatal|failed|rejected|undeliverable|delivery)|fatal (?:delivery )?errors?|given up|giving up|(?:could|can|did|was|were|has|have|is|may|will)(?:n't| not|not) (?:be |been |yet )?(?:be |been )?(?:delivered|sent|accepted|completed|processed|forwarded|reach(?:ed)?|deliver)|(?:couldn't|can't|wasn't|weren't|didn't|hasn't|haven't|won't) (?:be |been )?(?:delivered|sent|reach|accepted|deliver)|undeliver(?:able|ed)|non-?deliver(?:y|ed|able)|not (?:been )?delivered|(?:unable|not able|wasn't able|failed|impossible|inability|failure) (?:to|in) (?:be )?(?:deliver|send|forward|complete|reach|process)(?:ed|ing)?|deliver(?:y|ing) (?:\S{1,80} ){0,8}(?:has |have |was |is )?(?:been )?(?:failed|fail(?:ure|s)|impossible|aborted|unsuccessful|rejected)|failed (?:permanently|address|recipient|to deliver|delivery|to be delivered)|failed to be|has failed|error (?:has )?occurred (?:while|when|during|in) (?:\S{1,40} ){0,4}(?:deliver|send)|error (?:while )?(?:delivering|sending)|had (?:\S{1,40} ){0,3}(?:delivery )?(?:errors?|problems?|failures?)|(?:trouble|problems?) (?:while )?delivering|following (?:address(?:es|\(es\))?|recipients?(?:\(s\))?|user\(s\))(?: \S{1,80}){0,4} (?:failed|rejected|were not|was rejected|had|could not|cannot|did not)|returned (?:to (?:the )?sender|mail|because|as undeliverable)|(?:message|mail|e-?mail|letter|recipient|recipients|address) (?:has been |was |were |is |are )?(?:rejected|refused|bounced|blocked|returned|discarded)|blocked by (?:our|the|your)|has not been delivered|not reach(?:ed)? (?:some|all|the|its|following)|rejected (?:by|your|the|recipient)|did not receive|no such user|user unknown|unknown user|can(?:no|')t be delivered|bounced)\b/i;

const FAILED_GERMAN =
  /konnte(?:n)? (?:\S{1,80} ){0,8}nicht (?:\S{1,40} ){0,2}(?:zugestellt|übermittelt|gesendet|ausgeliefert|versendet|erreicht)|nicht (?:zustellbar|zugestellt|möglich, ihre)|unzustellbar|zustell(?:ung|fehler)(?: \S{1,80}){0,5} (?:fehlgeschlagen|nicht möglich|gescheitert)|zustellfehler|fehler bei der zustellung/i;
const FAILED_ROMANCE =
  /(?:n'a|n'ont|n’a) (?:pas )?pu être (?:\S{1,40} )?(?:remis|distribué|livré|envoyé|délivré)|non (?:remis|distribué|délivré|délivrable)|échec (?:\S{1,40} ){0,4}(?:remise|livraison|envoi|distribution)|impossible (?:de|d')\s?(?:remettre|livrer|délivrer|distribuer|envoyer)|no (?:se )?(?:ha )?(?:pudo|podido|puede|fue posible) (?:ser )?(?:entregar|entregad|enviar)|no (?:se )?(?:ha )?entregad|error (?:de|en la) entrega|impossibile (?:consegnare|recapitare|inviare)|mancat[oa] (?:recapito|consegna)|non (?:è stato (?:possibile )?|può essere )?(?:consegnat|recapitat|consegnare|recapitare)|consegna (?:non riuscita|fallita)/i;
const FAILED_PORTUGUESE_DUTCH =
  /não (?:foi|pôde|pode) (?:possível )?(?:ser )?(?:entreg|envia)|falha (?:na|de) entrega|kan niet worden (?:bezorgd|afgeleverd)|(?:kon|kan) niet (?:worden )?(?:\S{1,40} ){0,3}(?:bezorgd|afgeleverd)|onbestelbaar|niet (?:bezorgd|afgeleverd)/i;
const FAILED_NORTHERN_EASTERN =
  /(?:kunde|kan) inte (?:levereras|skickas)|inte levererats|kunne ikke (?:leveres|sendes)|ikke leveres|ei voitu toimittaa|nie (?:można|udało się) (?:\S{1,40} ){0,3}(?:dostarczyć|doręczyć|wysłać)|nie (?:została?|może zostać|mogła zostać) (?:dostarczon|doręczon)|niedostarczon|nelze doručit|nebyl[ao]? (?:možné )?doruč|nedoručiteln|nem (?:sikerült )?kézbesít|nu (?:a putut fi|poate fi) livrat/i;
const FAILED_CYRILLIC_AND_OTHERS =
  /не (?:было |может быть |удалось |могло быть |был[ао]? )?(?:доставлен|доставить|отправлен|отправить)|недоставлен|невозможно доставить|не вдалося доставити|δεν (?:ήταν δυνατή|παραδόθηκε|μπόρεσε)|teslim edilemedi|iletilemedi|לא ניתן (?:היה )?למסור|تعذر (?:تسليم|إرسال)|فشل (?:تسليم|التسليم)/i;
const FAILED_EAST_ASIAN =
  /(?:配信|配送|配達|送信|お届け|届け|送達).{0,20}(?:でき(?:ません|ない)|失敗|エラー|されません|不能)|届きません|(?:无法|無法|未能|不能).{0,10}(?:送达|投递|发送|送達|傳遞|传递|递送)|退信|投递失败|發送失敗|발송.{0,6}실패|전송.{0,10}(?:실패|못)|배달.{0,10}(?:실패|못|수 없)/i;

/** Signs that it never will be delivered. */
export const GIVEN_UP = either(
  FAILED,
  FAILED_GERMAN,
  FAILED_ROMANCE,
  FAILED_PORTUGUESE_DUTCH,
  FAILED_NORTHERN_EASTERN,
  FAILED_CYRILLIC_AND_OTHERS,
  FAILED_EAST_ASIAN,
);

/** Subjects of reports that the mail still waits. */
export const DELAY_SUBJECT =
  /^[^\p{L}]{0,5}(?:warning\b|delay(?:ed)?\b|delivery (?:status notification ?\(delay|(?:is |has been )?delayed|delay|warning)|(?:mail|message|e-?mail)(?: delivery)? (?:is |has been |was |still )?(?:delayed|deferred|warning)|delayed mail|message delivery (?:has been )?delayed|.{0,60}(?:\(delay(?:ed)?\)|still being retried|\bdelayed \d{1,3} hours)|undelivered mail warning|deferred\b|(?:mail )?transient (?:delivery )?(?:error|failure)|verzögert|zustellung verzögert|retardé|retraso|in ritardo|atraso|vertraagd|försenad|opóźni|задерж|遅延|延迟|延遲)/iu;

/** Subjects of reports that it failed for good. */
export const FAILURE_SUBJECT =
  /^[^\p{L}]{0,5}(?:undeliver(?:able|ed)|deliver(?:y|ing) (?:status notification ?\((?:failure|failed)|(?:has )?fail(?:ed|ure)|error|problem|rejected|report \(fail)|(?:mail|message|e-?mail|permanent) (?:delivery|system)? ?(?:failed|failure|error|rejected|undeliverable|not delivered|could not be delivered|returned)|mail (?:delivery (?:failed|failure|error|problem)|system error|could not be delivered|not delivered)|failure notice|failed (?:mail|delivery|message)|returned (?:mail|to sender|e-?mail|message)|(?:message|mail) (?:could not be|cannot be|was not|not) (?:delivered|sent)|(?:permanent|fatal) (?:delivery )?(?:failure|error)|non(?:-| )?(?:delivery|remis|délivré|consegnat)|bounce[d:]|ndn:|nicht zustellbar|unzustellbar|zustell(?:ung fehl|fehler)|zustellung (?:\S{1,40} )?(?:fehlgeschlagen|nicht)|échec|non remis|no se (?:puede|pudo|ha podido) entregar|no entregado|mancato recapito|impossibile (?:recapitare|consegnare)|consegna non riuscita|não (?:foi )?(?:entregue|possível entregar)|falha na entrega|onbestelbaar|niet bezorgd|kan niet worden bezorgd|olevererat|oleverer|ej levererat|kan ikke leveres|ikke leveret|ei toimitettu|niedostarczon|nie można dostarczyć|nedoručiteln|недоставлен|сообщение не доставлено|не удается доставить|kézbesíthetetlen|teslim edilemedi|配信(?:不能|できません|エラー|に失敗)|配送(?:不能|エラー|失敗)|メール(?:配信|送信)(?:エラー|に失敗)|メッセージを配信できません|送信できません|系统退信|退信|無法傳遞|未送达|无法送达|배달되지 않음|전송 실패)/iu;

/** What both kinds have in common: the subject of a report of some mail system. */
export const REPORT_SUBJECT = either(
  DELAY_SUBJECT,
  FAILURE_SUBJECT,
  /^[^\p{L}]{0,5}(?:delivery (?:status )?(?:notification|report)|mail delivery|mail system error|delivery (?:failure|has failed)|(?:mail )?status notification|message (?:delivery )?status|notification of (?:delivery|non-?delivery))/iu,
);
