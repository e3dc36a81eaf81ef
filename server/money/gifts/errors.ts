import { said, saidN } from '../../../shared/words.ts';
import { conflict, ProductError } from '../../core/errors.ts';

export const notBought = (credits: number) =>
  conflict(
    'STAMPS_NOT_BOUGHT',
    credits === 0
      ? said(
          'Only stamps that you bought can be given, and you have none left. Free ones are for your own letters.',
        )
      : saidN(
          credits,
          'Only stamps that you bought can be given, and you have 1 of them. Free ones are for your own letters.',
          'Only stamps that you bought can be given, and you have {n} of them. Free ones are for your own letters.',
        ),
  );

/** Also for a tagged spelling. */
export function ownAddress(): ProductError {
  const message = said('That is your own address. Stamps are given to somebody else.');
  return new ProductError(409, 'OWN_ADDRESS', message, { fields: { recipientEmail: message } });
}

export const insufficientCreditsWithStamps = (needed: number, balance: number) =>
  new ProductError(
    402,
    'INSUFFICIENT_CREDITS',
    saidN(
      needed,
      'This letter takes 1 credit with what is enclosed. You have {balance}.',
      'This letter takes {n} credits with what is enclosed. You have {balance}.',
      { balance },
    ),
    { details: { needed, balance } },
  );
