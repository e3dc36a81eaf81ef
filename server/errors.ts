import type { ApiError, RefusedAddress } from '../shared/errors.ts';

type Details = Pick<ApiError, 'refused' | 'needed' | 'balance'>;

/** An error for the user: a stable code, an HTTP status and a plain sentence. */
export class ProductError extends Error {
  override name = 'ProductError';
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string> | undefined;
  readonly headers: Record<string, string>;
  readonly details: Details;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { fields?: Record<string, string>; headers?: Record<string, string>; details?: Details } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = more.fields;
    this.headers = more.headers ?? {};
    this.details = more.details ?? {};
  }

  /** The JSON of spec section 7. */
  toResponse(requestId: string): ApiError {
    return {
      code: this.code,
      message: this.message,
      ...(this.fields ? { fields: this.fields } : {}),
      ...this.details,
      requestId,
    };
  }
}

export const badInput = (message: string, fields?: Record<string, string>) =>
  new ProductError(400, 'BAD_INPUT', message, fields ? { fields } : {});

export const signInNeeded = () => new ProductError(401, 'SIGN_IN_NEEDED', 'Please sign in to go on.');

/** The token is valid, but the user ended this sign-in from another browser. */
export const signInEnded = () =>
  new ProductError(401, 'SIGN_IN_ENDED', 'You were signed out here. Please sign in again.');

export const insufficientCredits = () =>
  new ProductError(402, 'INSUFFICIENT_CREDITS', 'You need one credit to send this letter.');

/** For a letter to several people, each of whom costs a credit. */
export const insufficientCreditsFor = (needed: number, balance: number) =>
  new ProductError(
    402,
    'INSUFFICIENT_CREDITS',
    `This letter takes ${needed} credits, one for each person. You have ${balance}.`,
    { details: { needed, balance } },
  );

export const notYours = (message = 'That is not yours to use.') =>
  new ProductError(403, 'FORBIDDEN', message);

export const foreignOrigin = () =>
  new ProductError(
    403,
    'FOREIGN_ORIGIN',
    'This request did not come from our own page. Please reload and try again.',
  );

/** Also for things of other users, so that their existence is not disclosed. */
export const notFound = (what = 'That') => new ProductError(404, 'NOT_FOUND', `${what} could not be found.`);

export const userNotFound = () =>
  new ProductError(404, 'USER_NOT_FOUND', 'Please sign out and sign back in to refresh your account.');

export const conflict = (code: string, message: string) => new ProductError(409, code, message);

/** Of the letters that were written as one draft, another one was sent before. */
export const letterLeft = () => conflict('LETTER_LEFT', 'This letter has left already.');

/**
 * Of a letter to several people, addresses to which none goes.
 * @param fields the sentences by place in the request, 'recipients.3.email'
 */
export const addressesRefused = (refused: RefusedAddress[], fields: Record<string, string>) =>
  new ProductError(
    409,
    'ADDRESSES_REFUSED',
    `Nothing was sent or charged. ${refused.map(({ message }) => message).join(' ')}`,
    { fields, details: { refused } },
  );

export const tooLarge = (code: string, message: string) => new ProductError(413, code, message);

export const unsupported = (code: string, message: string) => new ProductError(415, code, message);

/** @param retryAfter seconds until a retry may succeed */
export const tooMany = (message: string, retryAfter: number) =>
  new ProductError(429, 'TOO_MANY', message, { headers: { 'retry-after': String(Math.ceil(retryAfter)) } });

export const notReady = (message = 'We are not quite ready. Please try again in a moment.') =>
  new ProductError(503, 'NOT_READY', message, { headers: { 'retry-after': '2' } });
