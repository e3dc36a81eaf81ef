import type { IncomingMessage } from 'node:http';
import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Config } from './core/config.ts';
import type { IdentityProvider } from './people/identity/identity-provider.ts';
import { sessionCookieName } from './people/identity/sessions/session-cookie.ts';

/**
 * Only our own files, and no inline script. Inline styles are allowed for the preview of a letter: its frame has no URL of
 * its own, so the page's policy applies, and a mail has inline styles. Only the payment page may load the payment
 * provider's script, where that provider is configured; likewise Firebase's script and frame on pages that can show the
 * sign-in screen, and Google's captcha on those and on the account page, which asks for the password once more.
 */
export function contentSecurityPolicy(
  config: Config,
  { firebase }: IdentityProvider,
): Exclude<FastifyHelmetOptions['contentSecurityPolicy'], undefined> {
  const captcha = captchaSources(firebase);
  return {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': [
        "'self'",
        onPaymentPage(config, 'https://js.stripe.com'),
        onSignInPage(config, firebase, 'https://apis.google.com'),
        onCaptchaPage(config, firebase, captcha.scripts),
      ],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'"],
      // Tokens are refreshed on every page.
      'connect-src': [
        "'self'",
        onPaymentPage(config, 'https://api.stripe.com'),
        ...firebaseCalls(firebase),
        onCaptchaPage(config, firebase, captcha.calls),
      ],
      'frame-src': [
        "'self'",
        onPaymentPage(config, 'https://js.stripe.com'),
        onSignInPage(config, firebase, frameOf(firebase)),
        onCaptchaPage(config, firebase, captcha.frames),
      ],
      'worker-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      // Not where a third party's script may run, which assigns markup and addresses of its own.
      'require-trusted-types-for': [withoutThirdParty(config, firebase, "'script'", '')],
      'trusted-types': [withoutThirdParty(config, firebase, 'letters', '*')],
      ...(config.publicUrl.startsWith('https:') ? { 'upgrade-insecure-requests': [] } : {}),
    },
  };
}

/** One value where only our own scripts run, another where a third party's may. */
function withoutThirdParty(
  config: Config,
  firebase: IdentityProvider['firebase'],
  ours: string,
  elsewhere: string,
): (request: IncomingMessage) => string {
  const onPayment = onPaymentPage(config, elsewhere);
  const onCaptcha = onCaptchaPage(config, firebase, elsewhere);
  return (request) =>
    [onPayment, onCaptcha].every((source) => source(request) === "'self'") ? ours : elsewhere;
}

/** The source on /payment and its alias; elsewhere 'self' again, which adds nothing. */
function onPaymentPage(config: Config, source: string): (request: IncomingMessage) => string {
  const open = config.STRIPE_SECRET_KEY !== undefined;
  return ({ url = '' }) => (open && /^\/(payment|buy-credits)\/?(\?|$)/.test(url) ? source : "'self'");
}

function firebaseCalls(firebase: IdentityProvider['firebase']): string[] {
  if (!firebase) return [];
  if (firebase.emulatorHost) return [`http://${firebase.emulatorHost}`];
  return ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
}

function frameOf(firebase: IdentityProvider['firebase']): string {
  if (!firebase) return "'self'";
  return firebase.emulatorHost ? `http://${firebase.emulatorHost}` : `https://${firebase.authDomain}`;
}

/**
 * reCAPTCHA Enterprise, which the SDK loads when the project asks for a captcha (`missing-recaptcha-token`). With the
 * emulator the SDK has a false one.
 * Source: https://cloud.google.com/recaptcha/docs/faq, 'content-security-policy'
 */
function captchaSources(firebase: IdentityProvider['firebase']) {
  if (!firebase || firebase.emulatorHost) return { scripts: "'self'", frames: "'self'", calls: "'self'" };
  return {
    scripts: 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
    frames: 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
    calls: 'https://www.google.com/recaptcha/',
  };
}

/** Paths that never show the sign-in screen: a letter seen by its recipient, the local mailbox, Apple's redirects. */
const NO_SIGN_IN = /^\/(l|mailbox|identity|api)(\/|\?|$)/;

/**
 * The source in Firebase mode on pages that can show the sign-in screen: any path for a browser without a session.
 * Elsewhere 'self' again, which adds nothing.
 */
function onSignInPage(
  config: Config,
  firebase: IdentityProvider['firebase'],
  source: string,
): (request: IncomingMessage) => string {
  const name = `${sessionCookieName(config)}=`;
  return ({ url = '', headers: { cookie = '' } }) => {
    const signedOut = !cookie.split(/;\s*/).some((part) => part.startsWith(name));
    return firebase && signedOut && !NO_SIGN_IN.test(url) ? source : "'self'";
  };
}

/** As `onSignInPage`, and on /account, whoever is signed in. */
function onCaptchaPage(
  config: Config,
  firebase: IdentityProvider['firebase'],
  source: string,
): (request: IncomingMessage) => string {
  const onSignIn = onSignInPage(config, firebase, source);
  const asksAgain = firebase !== null && firebase.emulatorHost === null;
  return (request) =>
    asksAgain && /^\/account\/?(\?|$)/.test(request.url ?? '') ? source : onSignIn(request);
}
