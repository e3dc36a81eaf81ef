import type { IncomingMessage } from 'node:http';
import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Config } from './core/config.ts';
import type { IdentityProvider } from './people/identity/identity-provider.ts';
import { sessionCookieName } from './people/identity/sessions/session-cookie.ts';

interface Sources {
  scripts: string[];
  frames: string[];
  calls: string[];
}
type Firebase = IdentityProvider['firebase'];

/**
 * Only our own files, and no inline script. Inline styles are for the preview of a letter, whose frame has the
 * page's policy. Third parties' scripts run on the payment page, and in Firebase mode where somebody signs in.
 */
export function contentSecurityPolicy(
  config: Config,
  { firebase }: IdentityProvider,
): Exclude<FastifyHelmetOptions['contentSecurityPolicy'], undefined> {
  const sourcesOf = thirdParties(config, firebase);
  /** 'self' again adds nothing. */
  const also = (kind: keyof Sources) => (request: IncomingMessage) =>
    sourcesOf(request)
      .flatMap((sources) => sources[kind])
      .join(' ') || "'self'";
  // A third party's script assigns markup and addresses of its own.
  const trusted = (ours: string, elsewhere: string) => (request: IncomingMessage) =>
    sourcesOf(request).length === 0 ? ours : elsewhere;
  return {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'", also('scripts')],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'"],
      // Tokens are refreshed on every page.
      'connect-src': ["'self'", ...firebaseCalls(firebase), also('calls')],
      'frame-src': ["'self'", also('frames')],
      'worker-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': [trusted("'script'", '')],
      'trusted-types': [trusted('letters', '*')],
      ...(config.publicUrl.startsWith('https:') ? { 'upgrade-insecure-requests': [] } : {}),
    },
  };
}

const STRIPE: Sources = {
  scripts: ['https://js.stripe.com'],
  frames: ['https://js.stripe.com'],
  calls: ['https://api.stripe.com'],
};
/**
 * The SDK loads reCAPTCHA Enterprise when the project asks for it (`missing-recaptcha-token`); with the emulator it has a
 * false one.
 * Source: https://cloud.google.com/recaptcha/docs/faq, 'content-security-policy'
 */
const CAPTCHA: Sources = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  calls: ['https://www.google.com/recaptcha/'],
};
const signInAt = (frame: string, { scripts, frames, calls }: Sources): Sources => ({
  scripts: ['https://apis.google.com', ...scripts],
  frames: [frame, ...frames],
  calls,
});

function firebaseCalls(firebase: Firebase): string[] {
  if (!firebase) return [];
  if (firebase.emulatorHost) return [`http://${firebase.emulatorHost}`];
  return ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
}

const PAYMENT = /^\/(payment|buy-credits)\/?(\?|$)/;
const ACCOUNT = /^\/account\/?(\?|$)/;
/** Paths that never show the sign-in screen: a letter seen by its recipient, the local mailbox, Apple's redirects. */
const NO_SIGN_IN = /^\/(l|mailbox|identity|api)(\/|\?|$)/;

/** None for a page of ours alone. Any path may show the sign-in screen to a browser without a session, the payment page too. */
function thirdParties(config: Config, firebase: Firebase): (request: IncomingMessage) => Sources[] {
  const cookieName = `${sessionCookieName(config)}=`;
  const isSignedIn = (cookie = '') => cookie.split(/;\s*/).some((part) => part.startsWith(cookieName));
  const signIn = firebase?.emulatorHost
    ? signInAt(`http://${firebase.emulatorHost}`, { scripts: [], frames: [], calls: [] })
    : signInAt(`https://${firebase?.authDomain}`, CAPTCHA);
  return ({ url = '', headers }) => {
    const sources: Sources[] = [];
    if (config.STRIPE_SECRET_KEY !== undefined && PAYMENT.test(url)) sources.push(STRIPE);
    if (firebase === null || NO_SIGN_IN.test(url)) return sources;
    if (!isSignedIn(headers.cookie)) sources.push(signIn);
    else if (ACCOUNT.test(url) && firebase.emulatorHost === null) sources.push(CAPTCHA);
    return sources;
  };
}
