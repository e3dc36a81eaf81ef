import { exactStatus } from '../failure-meanings.ts';
import { unescapedBytes } from './charset.ts';

export interface DeliveryStatus {
  /** failed, delayed, delivered, relayed or expanded (RFC 3464, 2.3.3); lower-cased */
  action: string;
  /** enhanced status code such as 5.1.1 (RFC 3463) */
  status: string | null;
  /** the reply of the mail server that refused it, on one line */
  diagnostic: string | null;
  /** addresses of that recipient, as the mail was written to (if the report says) and as it was delivered to */
  recipients: string[];
}

/** A report's machine-readable part comes early; after it comes the returned mail with its photos. */
const SEARCHED_BYTES = 256 * 1024;
/** Reports have one such part; a gateway that wraps reports in a report has a few. */
const PARTS_MAX = 50;
const RECIPIENTS_MAX = 100;
/** Characters of one field, unfolded; RFC 5322, 2.1.1 allows 998 a line. */
const FIELD_MAX_CHARACTERS = 2_000;
/** Characters of a server's reply that are stored, logged and shown to the operator. */
const DIAGNOSTIC_MAX_CHARACTERS = 500;
/** RFC 5321, 4.5.3.1: 64 and 255 bytes and the at-sign. */
const ADDRESS_MAX_CHARACTERS = 320;
const PART = /^content-type:[ \t]*message\/(?:global-)?delivery-status\b/gim;
const STATUS = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/;

/**
 * Reads the `message/delivery-status` parts of a message (RFC 3464; RFC 6533 for internationalised addresses),
 * at any depth: gateways wrap reports in further parts. Takes linear time for any message: a part begins after the end
 * of the one before it.
 * @returns one entry for each recipient, at most 100; none when the message is no such report
 */
export function readDeliveryStatus(raw: Buffer): DeliveryStatus[] {
  const text = raw.subarray(0, SEARCHED_BYTES).toString('latin1').replace(/\r\n?/g, '\n');
  const found: DeliveryStatus[] = [];
  let from = 0;
  for (let parts = 0; parts < PARTS_MAX && found.length < RECIPIENTS_MAX; parts++) {
    PART.lastIndex = from;
    const begins = PART.exec(text)?.index;
    if (begins === undefined) break;
    const bodyAt = text.indexOf('\n\n', begins);
    if (bodyAt < 0) break;
    const next = text.indexOf('\n--', bodyAt + 1);
    const end = next < 0 ? text.length : next;
    const before = text.slice(from, begins);
    const headersAt = from + Math.max(before.lastIndexOf('\n--'), before.lastIndexOf('\n\n'), 0);
    const body = decoded(text.slice(bodyAt + 2, end), text.slice(headersAt, bodyAt));
    found.push(...recipientsOf(body, RECIPIENTS_MAX - found.length));
    from = end;
  }
  return found;
}

/** The fields of recipients in a report's plain text, as gateways leave them that break the part up. */
export const readFieldsInText = (text: string): DeliveryStatus[] =>
  /^final-recipient:/im.test(text) ? recipientsOf(text.replace(/\r\n?/g, '\n'), 1) : [];

/** Groups of fields with a blank line between; the first describes the message, each other one a recipient. */
function recipientsOf(body: string, most: number): DeliveryStatus[] {
  const found: DeliveryStatus[] = [];
  for (const group of body.split(/\n[ \t]*\n/)) {
    if (found.length >= most) break;
    const fields = fieldsOf(group);
    if (!(fields.action || fields.status || fields['final-recipient'])) continue;
    const diagnostic = (fields['diagnostic-code'] ?? '').replace(/^[\w-]+\s*;\s*/, '').trim();
    const best = bestStatus(fields.status ?? '', diagnostic);
    const status = /^expire/i.test(fields.action ?? '') && isVague(best) ? EXPIRED : best;
    const action = actionOf(fields.action ?? '', status, diagnostic);
    if (action === null) continue;
    found.push({
      action,
      status,
      diagnostic: diagnostic.slice(0, DIAGNOSTIC_MAX_CHARACTERS) || null,
      recipients: [fields['original-recipient'], fields['final-recipient']].flatMap(addressOf),
    });
  }
  return found;
}

const FIELDS = ['action', 'status', 'original-recipient', 'final-recipient', 'diagnostic-code'];

/** The address of a field such as `rfc822; ilse@example.org` (RFC 3464, 2.3.2). */
function addressOf(field: string | undefined): string[] {
  const address = (field ?? '').replace(/^[\w-]{1,40}[ \t]*;/, '').replace(/[<>\s]/g, '');
  return address.length > ADDRESS_MAX_CHARACTERS || !address.includes('@') ? [] : [address];
}

function fieldsOf(group: string): Record<string, string | undefined> {
  const fields: Record<string, string | undefined> = Object.create(null);
  for (const line of group.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':');
    if (colon <= 0 || colon > FIELD_MAX_CHARACTERS) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    if (FIELDS.includes(name)) fields[name] ??= line.slice(colon + 1, colon + FIELD_MAX_CHARACTERS).trim();
  }
  return fields;
}

/** 'Delivery time expired' (RFC 3463, 3.5) */
const EXPIRED = '5.4.7';

const isVague = (status: string | null) => status === null || status.endsWith('.0.0');

/** Many systems put a code without meaning (x.0.0) into the field and the real one into the server's reply. */
function bestStatus(field: string, diagnostic: string): string | null {
  const stated = STATUS.exec(field)?.[0] ?? null;
  const inDiagnostic = STATUS.exec(diagnostic)?.[0] ?? null;
  return exactStatus(!isVague(stated) ? stated : (inDiagnostic ?? stated), diagnostic);
}

/** Actions of RFC 3464, 2.3.3, and what systems write instead: `expired`, `bounced`, `deferred`. */
const ACTIONS: [RegExp, string][] = [
  [/^(?:fail|expire|bounce|reject|undeliver|error|permanent|return|drop|discard|block)/, 'failed'],
  [/^(?:delay|defer|transient|temporar|retry|warn|queue)/, 'delayed'],
];

/** @returns null when the fields say nothing of what became of the mail */
function actionOf(field: string, status: string | null, diagnostic: string): string | null {
  const action = /^[a-z]{1,40}/i.exec(field)?.[0].toLowerCase() ?? '';
  const known = ACTIONS.find(([pattern]) => pattern.test(action));
  if (known) return known[1];
  if (action) return action;
  const code = status ?? /^[245]\d\d\b/.exec(diagnostic)?.[0];
  if (!code) return null;
  if (code.startsWith('5')) return 'failed';
  return code.startsWith('4') ? 'delayed' : 'delivered';
}

/** The part's own text, as UTF-8 (RFC 6533 allows it; elsewhere it is ASCII anyway). */
function decoded(body: string, headers: string): string {
  const encoding = /^content-transfer-encoding:[ \t]*([\w-]+)/im.exec(headers)?.[1]?.toLowerCase();
  if (encoding === 'base64') return utf8(Buffer.from(body, 'base64'));
  if (encoding !== 'quoted-printable') return utf8(Buffer.from(body, 'latin1'));
  // Line by line: a pattern for spaces before the end of a line takes quadratic time for spaces within one.
  const lines = body
    .split('\n')
    .map((line) => (line.endsWith('=') ? line.slice(0, -1).trimEnd() : `${line}\n`));
  return utf8(unescapedBytes(lines.join('')));
}

const utf8 = (bytes: Buffer) => bytes.toString('utf8').replace(/\r\n?/g, '\n');
