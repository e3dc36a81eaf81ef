import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badInput, tooLarge } from '../../errors.ts';
import { envelopeFromHeaders } from '../destination.ts';
import { headerFields } from '../parse/parse-message.ts';
import type { ArrivingMail } from '../receive-mail.ts';
import type { WebhookQuery } from './routes.ts';

/** Bytes in which the header of a message that is streamed must end. */
const HEADER_MAX_BYTES = 256 * 1024;
const LIMITS = { parts: 200, files: 50, fields: 200, headerPairs: 50 };
/** Fields that hold the raw message: SendGrid's `email`, Mailgun's `body-mime`, and what others may call it. */
const MESSAGE_FIELDS = ['email', 'body-mime', 'raw', 'message', 'rawemail'];

/** A form's fields by lower-case name; bytes are kept as they came, one a character. */
export type Form = Map<string, string>;

/** What the service says of the envelope; the rest is read from the header. */
interface Told {
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

/** @throws 400 when it holds no message */
export function mailOfJson(body: unknown, asked: WebhookQuery): ArrivingMail {
  const parsed = postmark.safeParse(body);
  if (!parsed.success) throw badInput('There is no RawEmail in that request.');
  const { RawEmail, OriginalRecipient, FromFull } = parsed.data;
  return arriving(Buffer.from(RawEmail), asked, {
    to: OriginalRecipient ? [OriginalRecipient] : undefined,
    from: FromFull?.Email,
  });
}

/** SendGrid's 'post the raw, full MIME message' and Mailgun's routes that end in `mime`. @throws 400 without a message */
export function mailOfForm(form: Form, asked: WebhookQuery): ArrivingMail {
  const field = MESSAGE_FIELDS.find((name) => form.get(name));
  if (!field) throw badInput('There is no raw message in that form.');
  const envelope = sendGridEnvelope(form.get('envelope'));
  return arriving(asBytes(form.get(field) ?? ''), asked, {
    to: envelope?.to ?? (form.has('recipient') ? [asText(form.get('recipient') ?? '')] : undefined),
    from: envelope?.from ?? form.get('sender'),
    ip: form.get('sender_ip'),
  });
}

/** The message as the whole body. It goes on to storage as it comes in; only its header is read ahead. */
export async function mailOfMessage(body: Readable, asked: WebhookQuery): Promise<ArrivingMail> {
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
  if (size === 0) throw badInput('There is no message in that request.');
  const start = Buffer.concat(head);
  async function* whole() {
    yield start;
    for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) yield chunk;
  }
  return { ...arriving(start, asked, {}), raw: Readable.from(whole(), { objectMode: false }) };
}

/** @param known the message, or its beginning with all of its header */
function arriving(known: Buffer, asked: WebhookQuery, told: Told): ArrivingMail {
  const noted = envelopeFromHeaders(headerFields(known));
  const asRecipients = asked.to === undefined ? told.to : [asked.to].flat();
  return {
    raw: Readable.from([known]),
    envelopeSender: unbracketed(asked.from ?? told.from ?? noted.sender),
    envelopeRecipients: (asRecipients ?? noted.recipients).map(unbracketed),
    remoteAddress: asked.ip ?? told.ip ?? null,
  };
}

function sendGridEnvelope(text: string | undefined): { to: string[]; from: string } | null {
  if (text === undefined) return null;
  try {
    return z.object({ to: z.array(z.string()), from: z.string() }).parse(JSON.parse(asText(text)));
  } catch {
    throw badInput('The envelope of that form cannot be read.');
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
    throw badInput('That form is not complete.');
  }
  return form;
}

const largest = () => tooLarge('MESSAGE_TOO_LARGE', 'The message is larger than we take.');

/** application/x-www-form-urlencoded with its bytes kept (WHATWG URL, 5.1, but for the decoding as UTF-8). */
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
