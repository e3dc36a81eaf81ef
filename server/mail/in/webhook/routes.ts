import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { headerFields } from '../../../../packages/mail-reader/parse/parse-message.ts';
import { FairLimiter } from '../../../../packages/threads/fair-limiter.ts';
import { readJson } from '../../../../shared/read-json.ts';
import { said } from '../../../../shared/words.ts';
import { badInput, ProductError, tooLarge } from '../../../core/errors.ts';
import { assertSecret } from '../../../core/http/given-secret.ts';
import type { Services } from '../../../core/services.ts';
import { withSpooled } from '../../../core/storage/spool.ts';
import { envelopeFromHeaders } from '../destination.ts';
import {
  type ArrivingMail,
  INBOUND_MAX_BYTES,
  lookUpRecipients,
  MessageTooLarge,
  receiveMail,
  TooManyMessages,
  UnknownRecipient,
} from '../receive-mail.ts';
import {
  type FieldSlice,
  incomplete,
  multipartFields,
  slicesOf,
  urlEncodedFields,
  WHOLE,
  wholeMessage,
} from './field-slices.ts';
import { jsonFields } from './json-fields.ts';

const answer = z.object({ received: z.int() });

/** 200 means that the message is stored and queued; services take 406 for 'do not retry this message'. */
export async function inboundWebhookRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const secret = services.config.INBOUND_WEBHOOK_SECRET;
  if (secret === undefined) return;
  await app.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.addHook('onRequest', async (request) => {
      const sentence = said('The secret is missing or not the right one.');
      await assertSecret(services, request, secret, { realm: 'inbound mail', sentence });
    });
    scope.post(
      '/api/inbound/raw',
      {
        config: { ownProof: true, mailBody: true, longBody: true },
        schema: { querystring: webhookQuery, response: { 200: answer } },
      },
      async (request) => {
        try {
          const received = (await receivePost(services, request, request.query)).length;
          services.meters.inbound('webhook', 'accepted');
          return { received };
        } catch (error) {
          // A client that is still sending reads the answer only when all of its body is received.
          request.raw.unpipe().resume();
          const httpError = toHttpError(error);
          const isRefused = httpError instanceof ProductError && httpError.status < 500;
          services.meters.inbound('webhook', isRefused ? 'refused' : 'put off');
          throw httpError;
        }
      },
    );
  });
}

function toHttpError(error: unknown): unknown {
  if (error instanceof MessageTooLarge)
    return tooLarge('MESSAGE_TOO_LARGE', said('The message is larger than we take.'));
  if (error instanceof UnknownRecipient) {
    return new ProductError(406, 'UNKNOWN_RECIPIENT', said('No recipient of the message is known here.'));
  }
  // Services send again after a 503; not all do after a 429.
  if (error instanceof TooManyMessages) {
    return new ProductError(
      503,
      'TOO_MANY_MESSAGES',
      said('That is a lot of answers within one hour. Please send this one in a while.'),
      { headers: { 'retry-after': '600' } },
    );
  }
  return error;
}

const webhookQuery = z.object({
  /** envelope recipient, envelope sender and the client's address, where the caller knows them */
  to: z.union([z.string(), z.array(z.string())]).optional(),
  from: z.string().optional(),
  ip: z.string().optional(),
});
type WebhookQuery = z.infer<typeof webhookQuery>;

/** Posts received at the same time: each takes a temporary file, and the folder of these may be in memory. */
const CONCURRENT = 4;
/** Bytes that are searched for a message's header, and that a field beside the message may have. */
const KEPT_MAX_BYTES = 256 * 1024;
/** SendGrid's `email`, Mailgun's `body-mime`, Postmark's `RawEmail`, and names that other services use. */
const MESSAGE_FIELDS = ['email', 'body-mime', 'rawemail', 'raw', 'message'];
/** Names that SendGrid, Mailgun and Postmark use. */
const ENVELOPE_FIELDS = ['envelope', 'sender_ip', 'recipient', 'sender', 'originalrecipient'];
const sendGridEnvelope = z.object({ to: z.array(z.string()), from: z.string() });

const limiter = new FairLimiter(CONCURRENT);

/** Checks recipients early, unless fields after the message name them. @throws 400; as `receiveMail` */
function receivePost(services: Services, request: FastifyRequest, query: WebhookQuery) {
  const post = new Post(query);
  return limiter.take(1, () => {
    // The client left while its post waited; the multipart parser would wait for an end for ever.
    if (request.raw.destroyed) throw incomplete();
    const message = Readable.from(post.read(services, fieldsOf(request)), { objectMode: false });
    return withSpooled(message, async ({ open }) => {
      const raw = open();
      try {
        return await receiveMail(services, { raw, ...post.envelope() });
      } finally {
        raw.destroy();
      }
    });
  });
}

function fieldsOf(request: FastifyRequest): AsyncIterable<FieldSlice> {
  if (request.isMultipart()) return multipartFields(request);
  const slices = slicesOf(request.raw.iterator({ destroyOnReturn: false }));
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return jsonFields(slices);
  return type === 'application/x-www-form-urlencoded' ? urlEncodedFields(slices) : wholeMessage(slices);
}

class Post {
  readonly #query: WebhookQuery;
  readonly #kept = new Map<string, { field: number; bytes: Buffer }>();
  #start: Buffer = Buffer.alloc(0);

  constructor(query: WebhookQuery) {
    this.#query = query;
  }

  /** @returns the message, which is the first of its fields that is not empty, in slices */
  async *read(services: Services, fields: AsyncIterable<FieldSlice>): AsyncGenerator<Buffer> {
    let message = 0;
    let size = 0;
    for await (const { field, name, content } of fields) {
      if (ENVELOPE_FIELDS.includes(name)) this.#keep(field, name, content);
      const isMessage = name === WHOLE || MESSAGE_FIELDS.includes(name);
      if (!isMessage || content.length === 0 || (message > 0 && field !== message)) continue;
      message = field;
      const before = size;
      size += content.length;
      if (size > INBOUND_MAX_BYTES) throw new MessageTooLarge('The message is larger than we take.');
      if (before < KEPT_MAX_BYTES) this.#start = Buffer.concat([this.#start, content]);
      const isHeaderRead = before < KEPT_MAX_BYTES && size >= KEPT_MAX_BYTES;
      // When the header is read the recipients of a whole body are known; a form may name them after its message.
      if (before === 0 ? this.#reported().to : name === WHOLE && isHeaderRead)
        await lookUpRecipients(services, this.envelope());
      yield content;
    }
    if (message === 0) throw badInput(said('There is no message in that request.'));
  }

  /** From query and fields, and from the message's header what these do not say. */
  envelope(): Omit<ArrivingMail, 'raw'> {
    const { to, from, ip } = this.#reported();
    const { recipients, sender } = envelopeFromHeaders(headerFields(this.#start));
    return {
      envelopeRecipients: (to ?? recipients).map(unbracketed),
      envelopeSender: unbracketed(from ?? sender),
      remoteAddress: ip ?? null,
    };
  }

  #reported(): { to: string[] | undefined; from: string | undefined; ip: string | undefined } {
    const text = (name: string) => this.#kept.get(name)?.bytes.toString();
    const envelope = readEnvelope(text('envelope'));
    const recipient = text('recipient') ?? text('originalrecipient');
    const { to = envelope?.to ?? recipient, from, ip } = this.#query;
    return {
      to: to === undefined ? undefined : [to].flat(),
      from: from ?? envelope?.from ?? text('sender'),
      ip: ip ?? text('sender_ip'),
    };
  }

  #keep(field: number, name: string, content: Buffer): void {
    const kept = this.#kept.get(name);
    const bytes = kept?.field === field ? Buffer.concat([kept.bytes, content]) : content;
    if (bytes.length > KEPT_MAX_BYTES) throw incomplete();
    this.#kept.set(name, { field, bytes });
  }
}

function readEnvelope(text: string | undefined): z.infer<typeof sendGridEnvelope> | null {
  if (text === undefined) return null;
  const envelope = readJson(text, sendGridEnvelope);
  if (!envelope) throw badInput(said('The envelope of that form cannot be read.'));
  return envelope;
}

const unbracketed = (address: string) => address.replace(/^\s*<|>\s*$/g, '').trim();
