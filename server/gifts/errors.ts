import { conflict, ProductError } from '../errors.ts';

/** @param credits that may be given */
export const notBought = (credits: number) =>
  conflict(
    'STAMPS_NOT_BOUGHT',
    credits === 0
      ? 'Only stamps that you bought can be given, and you have none left. Free ones are for your own letters.'
      : `Only stamps that you bought can be given, and you have ${credits} of them. Free ones are for your own letters.`,
  );

/** Also for a tagged spelling of it. */
export function ownAddress(): ProductError {
  const message = 'That is your own address. Stamps are given to somebody else.';
  return new ProductError(409, 'OWN_ADDRESS', message, { fields: { recipientEmail: message } });
}

/** A letter with stamps costs a credit more for each. */
export const insufficientCreditsWithStamps = (needed: number, balance: number) =>
  new ProductError(
    402,
    'INSUFFICIENT_CREDITS',
    `This letter takes ${needed} credits with what is enclosed. You have ${balance}.`,
    { details: { needed, balance } },
  );
