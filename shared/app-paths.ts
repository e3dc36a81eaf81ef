/** Paths of the app's pages (spec section 2); what is below others is no page, and is answered with 404. */
const APP_PATHS = [
  '/',
  '/account',
  '/address-book',
  '/buy-credits',
  '/change-email',
  '/credits',
  '/goodbye',
  '/mission',
  '/my-letters',
  '/my-letters/book',
  '/payment',
  '/payment/cancel',
  '/payment/success',
  '/privacy',
  '/receipts/:id',
  '/reset-password',
  '/sign-in-link',
  '/support',
  '/verify-email',
];

const PATTERN = new RegExp(`^(?:${APP_PATHS.map((path) => path.replace(/:\w+/g, '[^/]+')).join('|')})/?$`);

export const isAppPath = (path: string): boolean => PATTERN.test(path);
