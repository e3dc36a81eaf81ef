import { createHash } from 'node:crypto';
import type { Config } from '../../config.ts';
import { replyAddress } from '../../delivery/addresses.ts';

/** Why a message is stored but is no reply. */
export type NotAReply = 'auto-reply' | 'bounce' | 'list';

/** Header fields by lower-case name, undecoded. */
export type HeaderFields = Record<string, string[] | undefined>;

/**
 * Tells replies that a person wrote from automatic ones (RFC 3834, and header fields that programs used before it).
 * @param envelopeSender empty for the null sender, which only bounces and other machines use (RFC 5321, 4.5.5)
 * @returns null for a person's reply
 */
export function whyNotAReply(headers: HeaderFields, envelopeSender: string): NotAReply | null {
  const field = (name: string) => headers[name]?.[0]?.trim().toLowerCase() ?? '';

  if (/^multipart\/report\b/.test(field('content-type')) || field('x-failed-recipients')) return 'bounce';
  if (isMachine(envelopeSender) || isMachine(addressIn(field('from')))) return 'bounce';

  const submitted = field('auto-submitted');
  if (submitted && !/^no\b/.test(submitted)) return 'auto-reply';
  if (headers['x-autoreply'] || headers['x-autorespond'] || headers['x-autoresponder']) return 'auto-reply';
  if (/^(auto_reply|auto-reply)/.test(field('precedence'))) return 'auto-reply';
  if (/\b(oof|autoreply|all)\b/.test(field('x-auto-response-suppress')) && isVacation(field('subject')))
    return 'auto-reply';

  if (headers['list-id'] || headers['list-unsubscribe'] || /^(bulk|list|junk)\b/.test(field('precedence')))
    return 'list';
  return envelopeSender === '' ? 'auto-reply' : null;
}

function isMachine(address: string): boolean {
  return /^(mailer-daemon|postmaster|mail-daemon)(@|$)/i.test(address);
}

function addressIn(from: string): string {
  return (/<([^<>]*)>\s*$/.exec(from)?.[1] ?? from).trim();
}

/** Exchange sets its header on people's replies too, so the subject decides. */
function isVacation(subject: string): boolean {
  return /^(automatic reply|automatische antwort|réponse automatique|respuesta automática|risposta automatica|resposta automática|automatisch antwoord|autosvar|automaattinen vastaus|out of office|abwesen)/.test(
    subject,
  );
}

const LOOP_FIELD = 'X-Loop';

type ReplySettings = Pick<Config, 'REPLY_DOMAIN' | 'REPLY_ADDRESS'>;

/**
 * The header field of every mail we relay. It identifies one that somebody's forwarding returns to us, even if a mail
 * server gave it another Message-ID.
 */
export function loopMark(config: ReplySettings): Record<string, string> {
  const installation = createHash('sha256').update(replyAddress(config, '')).digest('hex').slice(0, 32);
  return { [LOOP_FIELD]: `slow-letters-${installation}` };
}

/** True for a mail of our own that came back. */
export function hasLoopMark(headers: HeaderFields, config: ReplySettings): boolean {
  const mark = loopMark(config)[LOOP_FIELD];
  return headers[LOOP_FIELD.toLowerCase()]?.some((value) => value.trim() === mark) ?? false;
}
