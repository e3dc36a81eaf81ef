import type { DeliveryStatus } from '../parse/delivery-status.ts';
import { addressesIn } from './addresses-in-text.ts';

/**
 * Bounces of systems that write no RFC 3464 part: qmail, older Exim, Exchange and Domino, and gateways that drop the
 * part. Only the report's own text is searched, before the copy of the returned mail.
 */
const READ_CHARACTERS = 8_000;

const COPY_BEGINS =
  /^[ \t>]*(?:-{2,}[ \t]*)?(?:below this line is a copy|this is a copy of|here is a copy of|original message\b|included is a copy|the (?:full )?message (?:text )?follows|return-path:|undelivered message headers)/im;

/** Signs that the mail still waits somewhere. */
const STILL_TRYING =
  /\b(?:not yet been delivered|has been delayed|delivery (?:is|was|has been) delayed|delayed mail|will (?:be retried|continue to (?:try|retry)|keep trying|try again)|(?:delivery )?attempts will continue|continue to be attempted|warning message only|you do not need to resend|no action is required|still trying|still being attempted|wird weiter(?:hin)? versucht|nous allons continuer|seguiremos intentando)\b/i;

/** Signs that it never will be. */
const GIVEN_UP =
  /\b(?:permanent (?:error|failure|fatal)|permanently (?:failed|rejected)|fatal errors?|given up|giving up|could(?:n't| not) be delivered|(?:was|were) not delivered|(?:wasn't|weren't) delivered|undeliverable|undelivered|unable to deliver|not able to deliver|wasn't able to deliver|delivery (?:has )?failed|failed (?:permanently|to deliver)|delivery failure|did(?:n't| not) reach|following address(?:es)? failed|returned to sender|message (?:was )?rejected|konnte nicht zugestellt|nicht zustellbar|unzustellbar|n'a pas pu être (?:remis|distribué|livré)|non remis|no se (?:ha )?(?:pudo|podido) entregar|no entregado|impossibile (?:consegnare|recapitare)|mancato recapito|não (?:foi|pôde ser) entregue|kan niet worden (?:bezorgd|afgeleverd)|kunde inte levereras)/i;

const STATUS = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/;
const REPLY_5YZ = /(?:^|[\s:;(<])(5[0-5]\d)[ -](?=\S)/m;

/** Phrases and the status code that they mean; the first match counts. */
const MEANINGS: [RegExp, string][] = [
  [
    /(?:no such (?:user|mailbox|recipient|address|person)|no mailbox here|(?:user|recipient|address|mailbox|account)(?: \S{1,200})? (?:is )?(?:unknown|not found|invalid)|unknown (?:user|recipient|address|local part)|invalid (?:recipient|mailbox|address)|does(?:n't| not) exist|not listed in|unrouteable address|address rejected|couldn't be found|could not be found|mailbox unavailable|not a valid (?:user|mailbox)|doesn't have an? \S{1,60} account|unbekannter (?:empfänger|benutzer))/i,
    '5.1.1',
  ],
  [
    /(?:no such (?:domain|host)|host (?:or domain name )?(?:is )?(?:unknown|not found)|domain (?:name )?(?:is )?(?:unknown|not found)|couldn't find any host|name service error|nullmx|null mx)/i,
    '5.1.2',
  ],
  [
    /(?:over quota|quota (?:is )?exceeded|(?:mailbox|inbox)(?: \S{1,200})? (?:is )?full|exceeded (?:its |the )?(?:storage|quota)|insufficient (?:system )?storage)/i,
    '5.2.2',
  ],
  [/(?:account|mailbox)(?: \S{1,200})? (?:is |has been )?(?:disabled|inactive|suspended|closed)/i, '5.2.1'],
  [
    /(?:too (?:large|big)|size limit|exceeds (?:the )?(?:maximum|allowed|size)|maximum (?:message )?size)/i,
    '5.3.4',
  ],
  [
    /(?:timed? ?out|too long in queue|retry time(?:out)? (?:not reached|exceeded)|expired|could not be reached)/i,
    '5.4.7',
  ],
  [/(?:spam|blocked|black ?list|block ?list|policy|denied|not authori[sz]ed|not accepted)/i, '5.7.1'],
];

/** What the phrases of a machine's message say became of the mail; null when they say nothing about it. */
export function readBouncePhrases(subject: string, text: string): DeliveryStatus | null {
  const words = ownText(text);
  const all = `${subject}\n${words}`;
  const recipients = addressesIn(words).map((address) => address.replace(/[.!?']{1,9}$/, ''));
  if (STILL_TRYING.test(all)) return { action: 'delayed', status: null, diagnostic: null, recipients };
  const status = STATUS.exec(words)?.[0] ?? null;
  const refusal = REPLY_5YZ.exec(words);
  if (!GIVEN_UP.test(all) && !refusal && !status?.startsWith('5')) return null;
  return {
    action: 'failed',
    status: status ?? MEANINGS.find(([meaning]) => meaning.test(words))?.[1] ?? null,
    diagnostic: lineAround(words, refusal?.index ?? words.search(STATUS)),
    recipients,
  };
}

function ownText(text: string): string {
  const start = text.slice(0, READ_CHARACTERS);
  const copy = COPY_BEGINS.exec(start);
  return copy ? start.slice(0, copy.index) : start;
}

function lineAround(text: string, at: number): string | null {
  if (at < 0) return null;
  const line = text.slice(at).trimStart().split('\n', 1)[0] ?? '';
  return line.trim().slice(0, 300) || null;
}
