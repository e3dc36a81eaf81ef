import type { ApiError } from '../../shared/errors.ts';
import { noteEventPosition } from './event-positions.ts';
import { untilAborted } from './until-aborted.ts';

export interface ResponseParser<T> {
  parse(body: unknown): T;
}

/** Delays before the two retries of a write or an upload that got no response (spec section 7), ms. */
const RETRY_DELAYS_MS = [2000, 3000];

/** A non-OK response. `message` is for logs (spec section 8); `forPerson` is the server's message, if it sent one. */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  readonly status: number;
  readonly code: string | null;
  readonly body: string;
  readonly forPerson: string | null;
  readonly fields: Record<string, string>;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    const answer = asApiError(body);
    this.status = status;
    this.code = answer?.code ?? null;
    this.body = body;
    this.forPerson = answer?.message ?? null;
    this.fields = answer?.fields ?? {};
  }
}

/** Validated by hand, since this code is loaded before Zod. */
function asApiError(body: string): ApiError | null {
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer !== 'object' || answer === null) return null;
    if (!('code' in answer && typeof answer.code === 'string')) return null;
    if (!('message' in answer && typeof answer.message === 'string')) return null;
    const fields = 'fields' in answer ? messagesOf(answer.fields) : {};
    return { code: answer.code, message: answer.message, fields };
  } catch {
    return null;
  }
}

function messagesOf(fields: unknown): Record<string, string> {
  const entries = Object.entries(typeof fields === 'object' && fields !== null ? fields : {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

export const messageForPerson = (error: unknown, fallback: string): string =>
  (error instanceof ApiFailure && error.forPerson) || fallback;

/** The server's message about a field, else about the whole request, else `fallback`. */
export const fieldProblem = (error: unknown, field: string, fallback: string): string =>
  (error instanceof ApiFailure && error.fields[field]) || messageForPerson(error, fallback);

interface Session {
  /** who is signed in on this page */
  uid: () => string | null;
  /** after a 401. @returns whether the call is to be repeated */
  renew: () => Promise<boolean>;
}

let session: Session | null = null;

export function setSession(next: Session | null): void {
  session = next;
}

/** Limit of the bodies of all pending `keepalive` requests, bytes (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch). */
const KEEPALIVE_MAX_BYTES = 64 * 1024;

/** Time for an answer with its body, ms; without it a connection that broke silently would leave a call pending for ever. */
export const ANSWER_WITHIN_MS = 120_000;

export const call = (path: string, init: RequestInit): Promise<Response> =>
  fetch(path, { ...init, credentials: 'include', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });

interface WriteOptions {
  idempotencyKey?: string;
  /** a body under 32 KiB is sent to the end even if the page is closed meanwhile; never retried */
  outlivesPage?: boolean;
}

/** Never retried. @throws {ApiFailure} on a non-OK answer, 401 included */
export async function read<T>(path: string, schema: ResponseParser<T>): Promise<T> {
  await ownTask();
  const response = await withSession((caller) =>
    call(path, { headers: { accept: 'application/json', ...caller } }),
  );
  return parsed(response, schema);
}

/** Gives each request its own task: all of a page's first requests in one would block a phone for 50 ms or more. */
function ownTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * A network-level failure is retried after 2 s and again after 3 s; an HTTP error never is.
 * @throws {ApiFailure} on a non-OK answer; the fetch's own error when no attempt gets a response
 */
export async function write<T>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body: unknown,
  schema: ResponseParser<T>,
  options: WriteOptions = {},
): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  const request: RequestInit = { method };
  const text = body === undefined ? '' : JSON.stringify(body);
  if (text) request.body = text;
  const send = (caller: Caller) => call(path, { ...request, headers: { ...headers, ...caller } });
  if (!options.outlivesPage) return parsed(await delivered(send), schema);
  request.keepalive = new Blob([text]).size < KEEPALIVE_MAX_BYTES / 2;
  return parsed(await withSession(send), schema);
}

/** Never retried. @throws {ApiFailure} on a non-OK answer; the fetch's own error when there is no response */
export async function readFile(path: string): Promise<{ file: Blob; disposition: string }> {
  const response = await withSession((headers) => fetch(path, { credentials: 'include', headers }));
  if (!response.ok) throw new ApiFailure(response.status, response.statusText, await response.text());
  return { file: await response.blob(), disposition: response.headers.get('content-disposition') ?? '' };
}

interface Answer {
  status: number;
}

/** Sends a write, again after a network-level failure (unless `signal` aborts), and once more after a 401. */
export function delivered<A extends Answer>(
  send: (caller: Caller) => Promise<A>,
  signal?: AbortSignal,
): Promise<A> {
  return withSession((caller) => withRetries(() => send(caller), signal));
}

async function withRetries<A>(send: () => Promise<A>, signal?: AbortSignal): Promise<A> {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await send();
    } catch {
      const pause = new Promise((resolve) => setTimeout(resolve, delay));
      await (signal ? untilAborted(pause, signal) : pause);
    }
  }
  return send();
}

/** Header with the uid of who began the call: the server refuses it if somebody else signed in meanwhile, in any tab. */
type Caller = Record<string, string>;

async function withSession<A extends Answer>(send: (caller: Caller) => Promise<A>): Promise<A> {
  const uid = session?.uid();
  const caller: Caller = uid ? { 'x-account-uid': encodeURIComponent(uid) } : {};
  const response = await send(caller);
  return response.status === 401 && (await session?.renew()) ? send(caller) : response;
}

async function parsed<T>(response: Response, schema: ResponseParser<T>): Promise<T> {
  noteEventPosition(response.headers);
  const text = await response.text();
  if (!response.ok) throw new ApiFailure(response.status, response.statusText, text);
  return schema.parse(text === '' ? undefined : JSON.parse(text));
}
