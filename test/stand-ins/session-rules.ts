const MINIMUM_CENTS = 50;
const LARGEST_CENTS = 99_999_999;
/** Some of the 135 currencies that Stripe accepts, to detect a mistake. */
const CURRENCIES = ['usd', 'eur', 'gbp', 'cad', 'aud', 'chf', 'jpy'];

interface PaymentSession {
  line_items?: {
    quantity?: string;
    price?: string;
    price_data?: {
      currency: string;
      unit_amount?: string;
      product?: string;
      product_data?: { name: string };
    };
  }[];
  mode?: string;
  success_url?: string;
  client_reference_id?: string;
  customer_email?: string;
  expires_at?: string;
}

/** Documented rules for a Checkout Session beyond the types of its parameters. */
export function checkPaymentSession(
  given: PaymentSession,
  now: number,
): { amount: number; currency: string; expiresAt: number; violation: string | null } {
  const item = given.line_items?.[0];
  const price = item?.price_data;
  const currency = price?.currency ?? '';
  const amount = Number(price?.unit_amount ?? 0) * Number(item?.quantity ?? 1);
  const expiresAt = Number(given.expires_at ?? now + 86_400);
  const rules: [boolean, string][] = [
    [given.mode !== 'payment', 'You must provide `mode=payment` here.'],
    [!price || given.line_items?.length !== 1, 'You must provide one line item with price_data.'],
    [!given.success_url, 'You must provide a success_url.'],
    [!CURRENCIES.includes(currency), `Invalid currency: ${currency}.`],
    [price?.unit_amount === undefined, 'You must specify either `unit_amount` or `unit_amount_decimal`.'],
    [!price?.product && !price?.product_data?.name, 'You must specify either `product` or `product_data`.'],
    [amount < MINIMUM_CENTS, 'The Checkout Session’s total amount must convert to at least 50 cents.'],
    [amount > LARGEST_CENTS, 'The total amount due must be no more than $999,999.99.'],
    [(given.client_reference_id?.length ?? 0) > 200, 'client_reference_id is too long.'],
    [
      given.customer_email !== undefined && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(given.customer_email),
      `Invalid email address: ${given.customer_email}`,
    ],
    [
      expiresAt < now + 1_800 || expiresAt > now + 86_400,
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from now.',
    ],
  ];
  return { amount, currency, expiresAt, violation: rules.find(([broken]) => broken)?.[1] ?? null };
}
