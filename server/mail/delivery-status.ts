/** What a delivery report says became of one recipient. */
export interface DeliveryStatus {
  /** failed, delayed, delivered, relayed or expanded (RFC 3464, 2.3.3); lower-cased */
  action: string;
  /** enhanced status code such as 5.1.1 (RFC 3463) */
  status: string | null;
  /** the reply of the mail server that refused it, on one line */
  diagnostic: string | null;
}

/** A report's machine-readable part comes early; what lies beyond is the returned mail with its photos. */
const SEARCHED_BYTES = 256 * 1024;
const PART = /^content-type:[ \t]*message\/(?:global-)?delivery-status\b/gim;
const STATUS = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/;

/**
 * Reads the `message/delivery-status` parts of a message (RFC 3464; RFC 6533 for internationalised addresses),
 * wherever in it they stand: gateways wrap reports in further parts.
 * @returns one entry for each recipient that is told of; none when the message is no such report
 */
export function readDeliveryStatus(raw: Buffer): DeliveryStatus[] {
  const text = raw.subarray(0, SEARCHED_BYTES).toString('latin1').replace(/\r\n?/g, '\n');
  const found: DeliveryStatus[] = [];
  for (const { index } of text.matchAll(PART)) {
    const bodyAt = text.indexOf('\n\n', index);
    if (bodyAt < 0) break;
    const headersAt = Math.max(text.lastIndexOf('\n--', index), text.lastIndexOf('\n\n', index), 0);
    const end = text.indexOf('\n--', bodyAt + 1);
    const body = text.slice(bodyAt + 2, end < 0 ? undefined : end);
    found.push(...recipientsOf(decoded(body, text.slice(headersAt, bodyAt))));
  }
  return found;
}

/** Groups of fields with a blank line between; the first tells of the message, the others of a recipient each. */
function recipientsOf(body: string): DeliveryStatus[] {
  return body
    .split(/\n[ \t]*\n/)
    .map(fieldsOf)
    .filter((fields) => fields.action || fields.status || fields['final-recipient'])
    .map((fields) => {
      const diagnostic = (fields['diagnostic-code'] ?? '').replace(/^[\w-]+\s*;\s*/, '').trim() || null;
      const status = bestStatus(fields.status ?? '', diagnostic ?? '');
      return { action: actionOf(fields.action ?? '', status), status, diagnostic };
    });
}

function fieldsOf(group: string): Record<string, string | undefined> {
  const fields: Record<string, string | undefined> = Object.create(null);
  for (const line of group.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields[line.slice(0, colon).trim().toLowerCase()] ??= line.slice(colon + 1).trim();
  }
  return fields;
}

/** Many systems put a code without meaning (x.0.0) into the field and the true one into the server's words. */
function bestStatus(field: string, diagnostic: string): string | null {
  const stated = STATUS.exec(field)?.[0] ?? null;
  const said = STATUS.exec(diagnostic)?.[0] ?? null;
  if (stated && !stated.endsWith('.0.0')) return stated;
  return said ?? stated;
}

function actionOf(field: string, status: string | null): string {
  const action = /^[a-z]+/i.exec(field)?.[0].toLowerCase() ?? '';
  if (action.startsWith('fail')) return 'failed';
  if (action) return action;
  if (status?.startsWith('5')) return 'failed';
  return status?.startsWith('4') ? 'delayed' : 'delivered';
}

/** The part's own text, as UTF-8 (RFC 6533 allows it; elsewhere it is ASCII anyway). */
function decoded(body: string, headers: string): string {
  const encoding = /^content-transfer-encoding:[ \t]*([\w-]+)/im.exec(headers)?.[1]?.toLowerCase();
  if (encoding === 'base64') return utf8(Buffer.from(body, 'base64'));
  if (encoding !== 'quoted-printable') return utf8(Buffer.from(body, 'latin1'));
  const bytes = body
    .replace(/[ \t]*=\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return utf8(Buffer.from(bytes, 'latin1'));
}

const utf8 = (bytes: Buffer) => bytes.toString('utf8').replace(/\r\n?/g, '\n');
