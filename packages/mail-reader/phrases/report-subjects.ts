/* How subjects of mail systems' reports begin. How a line is written: `any-of.ts`. */

/** How subjects of reports begin: the mail still waits. */
export const DELAY_SUBJECTS = String.raw`
# English
warning\b
delay(?:ed)?\b
delivery (?:status notification ?\(delay|(?:is |has been )?delayed|delay|warning)
(?:mail|message|e-?mail)(?: delivery)? (?:is |has been |was |still )?(?:delayed|deferred|warning)
delayed mail
message delivery (?:has been )?delayed
.{0,60}(?:\(delay(?:ed)?\)|still being retried|\bdelayed \d{1,3} hours)
undelivered mail warning
deferred\b
(?:mail )?transient (?:delivery )?(?:error|failure)
# German
verzögert
zustellung verzögert
# French
retardé
# Spanish
retraso
# Italian
in ritardo
# Portuguese
atraso
# Dutch
vertraagd
# Swedish
försenad
# Polish
opóźni
# Russian
задерж
# Japanese
遅延
# Chinese
延迟
延遲
`;

/** It failed for good. */
export const FAILURE_SUBJECTS = String.raw`
# English
undeliver(?:able|ed)
deliver(?:y|ing) (?:status notification ?\((?:failure|failed)|(?:has )?fail(?:ed|ure)|error|problem|rejected|report \(fail)
(?:mail|message|e-?mail|permanent) (?:delivery|system)? ?(?:failed|failure|error|rejected|undeliverable|not delivered|could not be delivered|returned)
mail (?:delivery (?:failed|failure|error|problem)|system error|could not be delivered|not delivered)
failure notice
failed (?:mail|delivery|message)
returned (?:mail|to sender|e-?mail|message)
(?:message|mail) (?:could not be|cannot be|was not|not) (?:delivered|sent)
(?:permanent|fatal) (?:delivery )?(?:failure|error)
non(?:-| )?(?:delivery|remis|délivré|consegnat)
bounce[d:]
ndn:
# German
nicht zustellbar
unzustellbar
zustell(?:ung fehl|fehler)
zustellung (?:\S{1,40} )?(?:fehlgeschlagen|nicht)
# French
échec
non remis
# Spanish
no se (?:puede|pudo|ha podido) entregar
no entregado
# Italian
mancato recapito
impossibile (?:recapitare|consegnare)
consegna non riuscita
# Portuguese
não (?:foi )?(?:entregue|possível entregar)
falha na entrega
# Dutch
onbestelbaar
niet bezorgd
kan niet worden bezorgd
# Swedish, Danish and Norwegian
olevererat
oleverer
ej levererat
kan ikke leveres
ikke leveret
# Finnish
ei toimitettu
# Polish
niedostarczon
nie można dostarczyć
# Czech
nedoručiteln
# Russian
недоставлен
сообщение не доставлено
не удается доставить
# Hungarian
kézbesíthetetlen
# Turkish
teslim edilemedi
# Japanese
配信(?:不能|できません|エラー|に失敗)
配送(?:不能|エラー|失敗)
メール(?:配信|送信)(?:エラー|に失敗)
メッセージを配信できません
送信できません
# Chinese
系统退信
退信
無法傳遞
未送达
无法送达
# Korean
배달되지 않음
전송 실패
`;

/** Either of them. */
export const REPORT_SUBJECTS = String.raw`
delivery (?:status )?(?:notification|report)
mail delivery
mail system error
delivery (?:failure|has failed)
(?:mail )?status notification
message (?:delivery )?status
notification of (?:delivery|non-?delivery)
`;
