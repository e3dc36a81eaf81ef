import type { ApiError } from '../../shared/errors.ts';
import { type Said, said, saidN, type Words, words } from '../../shared/words.ts';

export interface Refusal {
  email: string;
  code: string;
  said: Said;
}

type Details = Pick<ApiError, 'needed' | 'balance'> & { refused?: Refusal[] };

const english = words('en');

/** A sentence in the language of whoever reads the answer; `message` is that in English, for the log. */
export class ProductError extends Error {
  override name = 'ProductError';
  readonly status: number;
  readonly code: string;
  readonly said: Said;
  readonly fields: Record<string, Said> | undefined;
  readonly headers: Record<string, string>;
  readonly details: Details;

  constructor(
    status: number,
    code: string,
    sentence: Said,
    more: { fields?: Record<string, Said>; headers?: Record<string, string>; details?: Details } = {},
  ) {
    super(english.say(sentence));
    this.status = status;
    this.code = code;
    this.said = sentence;
    this.fields = more.fields;
    this.headers = more.headers ?? {};
    this.details = more.details ?? {};
  }

  /** The JSON of spec section 7. */
  toResponse(requestId: string, { say }: Words): ApiError {
    const { refused, ...details } = this.details;
    const fields = Object.entries(this.fields ?? {}).map(([field, sentence]) => [field, say(sentence)]);
    return {
      code: this.code,
      message: say(this.said),
      ...(this.fields ? { fields: Object.fromEntries(fields) } : {}),
      ...details,
      ...(refused
        ? { refused: refused.map(({ email, code, said: why }) => ({ email, code, message: say(why) })) }
        : {}),
      requestId,
    };
  }
}

export const joinSentences = (first: Said, ...others: Said[]): Said =>
  others.reduce((all, next) => said('{first} {next}', { first: all, next }), first);

export const badInput = (sentence: Said, fields?: Record<string, Said>) =>
  new ProductError(400, 'BAD_INPUT', sentence, fields ? { fields } : {});

export const signInNeeded = () => new ProductError(401, 'SIGN_IN_NEEDED', said('Please sign in to go on.'));

/** The token is valid, but the user ended this sign-in from another browser. */
export const signInEnded = () =>
  new ProductError(401, 'SIGN_IN_ENDED', said('You were signed out here. Please sign in again.'));

/** @param needed credits, for letters to so many people @param balance credits that there are */
export const insufficientCredits = (needed = 1, balance = 0) =>
  new ProductError(
    402,
    'INSUFFICIENT_CREDITS',
    needed === 1
      ? said('You need one credit to send this letter.')
      : saidN(
          needed,
          'This letter takes 1 credit, one for each person. You have {balance}.',
          'This letter takes {n} credits, one for each person. You have {balance}.',
          { balance },
        ),
    needed === 1 ? {} : { details: { needed, balance } },
  );

export const notYours = (sentence = said('That is not yours to use.')) =>
  new ProductError(403, 'FORBIDDEN', sentence);

export const foreignOrigin = () =>
  new ProductError(
    403,
    'FOREIGN_ORIGIN',
    said('This request did not come from our own page. Please reload and try again.'),
  );

/** Also for things of other users, so that their existence is not disclosed. */
export const notFound = (sentence = said('That could not be found.')) =>
  new ProductError(404, 'NOT_FOUND', sentence);

export const noLetter = () => notFound(said('That letter could not be found.'));
export const noPage = () => notFound(said('That page could not be found.'));
export const noPhoto = () => notFound(said('That photo could not be found.'));

export const userNotFound = () =>
  new ProductError(404, 'USER_NOT_FOUND', said('Please sign out and sign back in to refresh your account.'));

export const conflict = (code: string, sentence: Said) => new ProductError(409, code, sentence);

/** Of the letters that were written as one draft, another one was sent before. */
export const letterLeft = () => conflict('LETTER_LEFT', said('This letter has left already.'));

/** @param refused at least one, by place in the request, 'recipients.3.email' */
export const addressesRefused = (refused: Map<string, Refusal>) =>
  new ProductError(
    409,
    'ADDRESSES_REFUSED',
    joinSentences(said('Nothing was sent or charged.'), ...Array.from(refused.values(), (one) => one.said)),
    {
      fields: Object.fromEntries(Array.from(refused, ([place, one]) => [place, one.said])),
      details: { refused: [...refused.values()] },
    },
  );

export const tooLarge = (code: string, sentence: Said) => new ProductError(413, code, sentence);

export const unsupported = (code: string, sentence: Said) => new ProductError(415, code, sentence);

/** @param retryAfter seconds */
export const tooMany = (sentence: Said, retryAfter: number) =>
  new ProductError(429, 'TOO_MANY', sentence, {
    headers: { 'retry-after': String(Math.ceil(retryAfter)) },
  });

export const notReady = (sentence = said('We are not quite ready. Please try again in a moment.')) =>
  new ProductError(503, 'NOT_READY', sentence, { headers: { 'retry-after': '2' } });

/** Such as a body that is too large or broke off; null for what the HTTP server did not refuse by itself. */
export function requestRefused(error: unknown): ProductError | null {
  if (!(error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number')) return null;
  const { statusCode } = error;
  if (statusCode < 400 || statusCode >= 500) return null;
  if (statusCode === 404) return notFound();
  if (statusCode === 413) return tooLarge('TOO_LARGE', said('That is more than we can take at once.'));
  return new ProductError(statusCode, 'BAD_REQUEST', said('We could not read that request.'));
}
