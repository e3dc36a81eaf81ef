import { dollars } from '../../../shared/credits.ts';
import { MINIMUM_CHARGE_CENTS } from '../../../shared/payments.ts';
import { type Said, said, type Words } from '../../../shared/words.ts';
import { conflict, ProductError } from '../../core/errors.ts';

export const paymentsUnavailable = () =>
  new ProductError(
    503,
    'PAYMENTS_UNAVAILABLE',
    said('Credits cannot be bought here: no payment service is set up. A coupon still works.'),
  );

export const providerDown = () =>
  new ProductError(
    503,
    'PAYMENT_PROVIDER_DOWN',
    said('The payment service does not answer just now. Nothing was charged. Please try again in a moment.'),
    { headers: { 'retry-after': '5' } },
  );

export const couponRefused = (refusal: Said) =>
  new ProductError(400, 'COUPON_REFUSED', refusal, { fields: { couponCode: refusal } });

export const belowMinimum = (price: number, { language }: Words) =>
  new ProductError(
    400,
    'BELOW_MINIMUM',
    said(
      'With this discount the package costs {price}, and card payments begin at {minimum}. Please choose a larger package or remove the coupon.',
      { price: dollars(price, language), minimum: dollars(MINIMUM_CHARGE_CENTS, language) },
    ),
  );

export const checkoutReplaced = () =>
  conflict(
    'CHECKOUT_REPLACED',
    said(
      'This checkout was replaced by a newer one. Nothing was charged for it. Please choose your package again.',
    ),
  );

export const badSignature = () =>
  new ProductError(400, 'BAD_SIGNATURE', said('That message is not signed by the payment service.'));
