import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Said, Words } from '../../../shared/words.ts';
import { ProductError } from '../../core/errors.ts';
import { wordsFor } from '../../core/words.ts';

const english = wordsFor('en');

interface Shape {
  /** HTTP status; Google answers nearly every refusal with 400 */
  http?: number;
  /** google.rpc.Code name, where Google gives one */
  status?: string;
  reason?: string;
  /** seconds */
  retryAfter?: number;
}

/**
 * Google's message is `CODE` or `CODE : detail`, and the SDK reads nothing else.
 * Source: https://cloud.google.com/identity-platform/docs/use-rest-api#handling_errors
 */
export class GoogleError extends Error {
  override name = 'GoogleError';
  readonly http: number;
  readonly status: string | undefined;
  readonly reason: string;
  readonly retryAfter: number | undefined;

  readonly #code: string;
  readonly #detail: Said | undefined;

  /** @param detail worded for whoever reads it, where it is more than a text of the protocol */
  constructor(code: string, detail?: string | Said, shape: Shape = {}) {
    const sentence = typeof detail === 'string' ? { text: detail } : detail;
    super(written(code, sentence, english));
    this.#code = code;
    this.#detail = sentence;
    this.http = shape.http ?? 400;
    this.status = shape.status;
    this.reason = shape.reason ?? 'invalid';
    this.retryAfter = shape.retryAfter;
  }

  toResponse(words: Words) {
    const message = written(this.#code, this.#detail, words);
    return {
      error: {
        code: this.http,
        message,
        errors: [{ message, domain: 'global', reason: this.reason }],
        ...(this.status ? { status: this.status } : {}),
      },
    };
  }
}

/** The SDK takes the text between the first two ' : ' for the detail. */
const written = (code: string, detail: Said | undefined, words: Words) =>
  detail ? `${code} : ${words.say(detail).replaceAll(' : ', '\u00a0: ')}` : code;

export const REFUSALS = ['INVALID_ID_TOKEN', 'TOKEN_EXPIRED', 'USER_NOT_FOUND', 'USER_DISABLED'] as const;
type Refusal = (typeof REFUSALS)[number];

export class IdTokenRefused extends Error {
  override name = 'IdTokenRefused';
  readonly code: Refusal;

  constructor(code: Refusal) {
    super(code);
    this.code = code;
  }
}

export const invalidArgument = (what: string) =>
  new GoogleError(`Invalid JSON payload received. ${what}`, undefined, { status: 'INVALID_ARGUMENT' });

export const permissionDenied = (what: string) =>
  new GoogleError(what, undefined, { http: 403, status: 'PERMISSION_DENIED', reason: 'forbidden' });

/** @param retryAfter seconds */
export const tooManyAttempts = (detail: Said, retryAfter: number, http = 400) =>
  new GoogleError('TOO_MANY_ATTEMPTS_TRY_LATER', detail, { http, retryAfter });

/** The SDK keeps the person signed in on this code only: any other error of a lookup or a refresh signs them out. */
export const notAvailable = () =>
  new GoogleError('NETWORK_REQUEST_FAILED', undefined, {
    http: 503,
    status: 'UNAVAILABLE',
    reason: 'backendError',
    retryAfter: 2,
  });

export function answerGoogleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const answer = googleError(error);
  if (answer.http === 503) request.log.error({ err: error }, 'identity call failed');
  if (answer.retryAfter) reply.header('retry-after', String(Math.ceil(answer.retryAfter)));
  return reply.code(answer.http).send(answer.toResponse(wordsFor(request.language)));
}

function googleError(error: FastifyError | Error): GoogleError {
  if (error instanceof GoogleError) return error;
  if (error instanceof IdTokenRefused) return new GoogleError(error.code);
  const status =
    error instanceof ProductError ? error.status : 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) {
    return new GoogleError('Request payload size exceeds the limit.', undefined, {
      http: 413,
      status: 'INVALID_ARGUMENT',
    });
  }
  // Such as for an access token, with which nothing may be called here.
  if (status === 401 || status === 403) return permissionDenied(error.message);
  if (status !== undefined && status >= 400 && status < 500)
    return invalidArgument('Unable to parse the body.');
  return notAvailable();
}
