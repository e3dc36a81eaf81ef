import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { said } from '../../../shared/words.ts';
import { badInput, tooLarge } from '../../errors.ts';
import { envelopeFromHeaders } from '../destination.ts';
import { headerFields } from '../parse/parse-message.ts';
import type { ArrivingMail } from '../receive-mail.ts';

export const webhookQuery = z.object({
  /** envelope recipient, envelope sender and the client's address, where the caller knows them */
  to: z.union([z.string(), z.array(z.string())]).optional(),
  from: z.string().optional(),
  ip: z.string().optional(),
});
export type WebhookQuery = z.infer<typeof webhookQuery>;

/** Bytes in which the header of a message that is streamed must end. */
const HEADER_MAX_BYTES = 256 * 1024;
const LIMITS = { parts: 200, files: 50, fields: 200, headerPairs: 50 };
/** Fields with the raw message: SendGrid's `email`, Mailgun's `body-mime`, and names that other services use. */
const MESSAGE_FIELDS = ['email', 'body-mime', 'raw', 'message', 'rawemail'];

/** A form's fields by lower-case name, as latin1: one character for each byte received. */
export type Form = Map<string, string>;

/** The envelope as the service reports it; what is missing is read from the header. */
interface ReportedEnvelope {
  to?: string[] | undefined;
  from?: string | undefined;
  ip?: string | undefined;
}

/** Postmark with 'include raw email content in JSON payload'. */
const postmark = z.object({
  RawEmail: z.string().min(1),
  OriginalRecipient: z.string().optional(),
  FromFull: z.object({ Email: z.string() }).partial().optional(),
});

/** @throws 400 when there is no message in it */
export function mailOfJson(body: unknown, query: WebhookQuery): ArrivingMail {
  const parsed = postmark.safeParse(body);
  if (!parsed.success) throw badInput(said('There is no RawEmail in that request.'));
  const { RawEmail, OriginalRecipient, FromFull } = parsed.data;
  return toArrivingMail(Buffer.from(RawEmail), query, {
    to: OriginalRecipient ? [OriginalRecipient] : undefined,
    from: FromFull?.Email,
  });
}

/** SendGrid's 'post the raw, full MIME message' and Mailgun's routes that end in `mime`. @throws 400 without a message */
export function mailOfForm(form: Form, query: WebhookQuery): ArrivingMail {
  const field = MESSAGE_FIELDS.find((name) => form.get(name));
  if (!field) throw badInput(said('There is no raw message in that form.'));
  const envelope = sendGridEnvelope(form.get('envelope'));
  return toArrivingMail(asBytes(form.get(field) ?? ''), query, {
    to: envelope?.to ?? (form.has('recipient') ? [asText(form.get('recipient') ?? '')] : undefined),
    from: envelope?.from ?? form.get('sender'),
    ip: form.get('sender_ip'),
  });
}

/** The message as the whole body. It is streamed to storage; only its header is read ahead. */
export async function mailOfMessage(body: Readable, query: WebhookQuery): Promise<ArrivingMail> {
  const chunks = body.iterator({ destroyOnReturn: false });
  const head: Buffer[] = [];
  let size = 0;
  while (size < HEADER_MAX_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    const chunk = Buffer.from(next.value);
    head.push(chunk);
    size += chunk.length;
    if (/\r?\n\r?\n/.test(Buffer.concat(head.slice(-2)).toString('latin1'))) break;
  }
  if (size === 0) throw badInput(said('There is no message in that request.'));
  const start = Buffer.concat(head);
  async function* whole() {
    yield start;
    for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) yield chunk;
  }
  return { ...toArrivingMail(start, query, {}), raw: Readable.from(whole(), { objectMode: false }) };
}

/** @param start the message, or its beginning with the whole header */
function toArrivingMail(start: Buffer, query: WebhookQuery, reported: ReportedEnvelope): ArrivingMail {
  const fromHeader = envelopeFromHeaders(headerFields(start));
  const recipients = query.to === undefined ? reported.to : [query.to].flat();
  return {
    raw: Readable.from([start]),
    envelopeSender: unbracketed(query.from ?? reported.from ?? fromHeader.sender),
    envelopeRecipients: (recipients ?? fromHeader.recipients).map(unbracketed),
    remoteAddress: query.ip ?? reported.ip ?? null,
  };
}

function sendGridEnvelope(text: string | undefined): { to: string[]; from: string } | null {
  if (text === undefined) return null;
  try {
    return z.object({ to: z.array(z.string()), from: z.string() }).parse(JSON.parse(asText(text)));
  } catch {
    throw badInput(said('The envelope of that form cannot be read.'));
  }
}

/** @throws 400 for a form that is cut off, 413 for a field that is too large */
export async function readMultipart(request: FastifyRequest, fieldMaxBytes: number): Promise<Form> {
  const form: Form = new Map();
  const limits = { ...LIMITS, fieldSize: fieldMaxBytes, fileSize: fieldMaxBytes };
  try {
    for await (const part of request.parts({ limits, defCharset: 'latin1' })) {
      const name = part.fieldname.toLowerCase();
      if (part.type === 'field') {
        if (part.valueTruncated) throw largest();
        if (typeof part.value === 'string') form.set(name, part.value);
      } else if (MESSAGE_FIELDS.includes(name)) {
        form.set(name, (await part.toBuffer()).toString('latin1'));
        if (part.file.truncated) throw largest();
      } else part.file.resume();
    }
  } catch (error) {
    if (error instanceof Error && 'status' in error) throw error;
    throw badInput(said('That form is not complete.'));
  }
  return form;
}

const largest = () => tooLarge('MESSAGE_TOO_LARGE', said('The message is larger than we take.'));

/**
 * application/x-www-form-urlencoded as latin1 (WHATWG URL, 5.1, without decoding UTF-8): a raw message may have bytes
 * that are not UTF-8, which form parsers would lose.
 */
export function readUrlEncoded(body: Buffer): Form {
  const form: Form = new Map();
  for (const pair of body.toString('latin1').split('&')) {
    const at = pair.indexOf('=');
    const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    form.set(unescaped(name).toLowerCase(), unescaped(value));
  }
  return form;
}

const unescaped = (text: string) =>
  text
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The bytes of a field; one that the service declared as UTF-8 has been decoded already. */
const asBytes = (field: string) => Buffer.from(field, /[^\0-\xff]/.test(field) ? 'utf8' : 'latin1');

const asText = (field: string) => asBytes(field).toString('utf8');

const unbracketed = (address: string) => address.replace(/^\s*<|>\s*$/g, '').trim();
