import type { IncomingMessage } from 'node:http';
import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Config } from './config.ts';

/**
 * Nothing but our own files, and no inline script. Inline styles are allowed for the preview of a letter: its
 * frame has no address of its own, so it lives under the page's policy, and a mail carries its styles inline.
 * The payment page alone may load the payment provider's script, and only where that provider is set up.
 */
export function contentSecurityPolicy(
  config: Config,
): Exclude<FastifyHelmetOptions['contentSecurityPolicy'], undefined> {
  return {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'", onPaymentPage(config, 'https://js.stripe.com')],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'", onPaymentPage(config, 'https://api.stripe.com')],
      'frame-src': ["'self'", onPaymentPage(config, 'https://js.stripe.com')],
      'worker-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      ...(config.publicUrl.startsWith('https:') ? { 'upgrade-insecure-requests': [] } : {}),
    },
  };
}

/** A source that counts on /payment and its alias alone; elsewhere it only repeats 'self'. */
function onPaymentPage(config: Config, source: string): (request: IncomingMessage) => string {
  const open = config.STRIPE_SECRET_KEY !== undefined;
  return ({ url = '' }) => (open && /^\/(payment|buy-credits)\/?(\?|$)/.test(url) ? source : "'self'");
}
