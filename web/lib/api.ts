import type { ApiError } from '../../shared/errors.ts';

/** What reads an answer: a Zod schema, or anything else that gives the thing or throws. */
interface AnswerReader<T> {
  parse(answer: unknown): T;
}

/** Waits before the two retries of a write whose request never got an answer (spec section 7), ms. */
const RETRY_DELAYS_MS = [2000, 3000];

/** A non-OK answer. `message` is for logs (spec section 8); `forPerson` is the server's sentence, if it sent one. */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  readonly status: number;
  readonly code: string | null;
  /** the body as it came */
  readonly body: string;
  readonly forPerson: string | null;
  /** a sentence for each field that was wrong */
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

/** An error answer of the API, read by hand: this is needed before Zod is. */
function asApiError(body: string): ApiError | null {
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer !== 'object' || answer === null) return null;
    if (!('code' in answer && typeof answer.code === 'string')) return null;
    if (!('message' in answer && typeof answer.message === 'string')) return null;
    const fields = 'fields' in answer ? sentencesOf(answer.fields) : {};
    return { code: answer.code, message: answer.message, fields };
  } catch {
    return null;
  }
}

function sentencesOf(fields: unknown): Record<string, string> {
  const entries = Object.entries(typeof fields === 'object' && fields !== null ? fields : {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** What to tell a person about a failure: the server's own sentence, else the given one. */
export function messageForPerson(error: unknown, fallback: string): string {
  return (error instanceof ApiFailure && error.forPerson) || fallback;
}

let resync: (() => Promise<boolean>) | null = null;

/** Identity gives the way to prove the session again after a 401; true when the call is worth repeating. */
export function setResync(renew: (() => Promise<boolean>) | null): void {
  resync = renew;
}

/**
 * Reads JSON with credentials. Never retried.
 * @throws {ApiFailure} on a non-OK answer, 401 included unless `on401` is `'null'`
 */
export function read<T>(path: string, schema: AnswerReader<T>, options?: { on401?: 'throw' }): Promise<T>;
export function read<T>(path: string, schema: AnswerReader<T>, options: { on401: 'null' }): Promise<T | null>;
export async function read<T>(
  path: string,
  schema: AnswerReader<T>,
  options: { on401?: 'throw' | 'null' } = {},
): Promise<T | null> {
  const response = await authorised(() =>
    fetch(path, { credentials: 'include', headers: { accept: 'application/json' } }),
  );
  if (response.status === 401 && options.on401 === 'null') return null;
  return answer(response, schema);
}

/**
 * Writes JSON with credentials. A network-level failure is retried after 2 s and again after 3 s; an HTTP
 * error never is.
 * @param body sent as JSON; `undefined` for none
 * @param options.idempotencyKey from `newIdempotencyKey()`, for a write that could do harm twice
 * @throws {ApiFailure} on a non-OK answer; the fetch's own error when the network stays away
 */
export async function write<T>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body: unknown,
  schema: AnswerReader<T>,
  options: { idempotencyKey?: string } = {},
): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  const request: RequestInit = { method, headers, credentials: 'include' };
  if (body !== undefined) request.body = JSON.stringify(body);
  return answer(await authorised(() => persistent(() => fetch(path, request))), schema);
}

async function persistent(send: () => Promise<Response>): Promise<Response> {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await send();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  return send();
}

async function authorised(send: () => Promise<Response>): Promise<Response> {
  const response = await send();
  if (response.status !== 401 || !resync) return response;
  return (await resync()) ? send() : response;
}

async function answer<T>(response: Response, schema: AnswerReader<T>): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new ApiFailure(response.status, response.statusText, text);
  return schema.parse(text === '' ? undefined : JSON.parse(text));
}
