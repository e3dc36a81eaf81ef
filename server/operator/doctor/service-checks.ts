import { z } from 'zod';
import { openAppleProvider } from '../../people/identity/apple/apple-provider.ts';
import { exchangeCode } from '../../people/identity/apple/exchange-code.ts';
import { OUTSIDE } from '../../people/identity/identity-provider.ts';
import { type Check, fix, messageOf, note, ok } from './check.ts';

const TIME_OUT_MS = 15_000;
const WEBHOOK_PATH = '/api/stripe/webhook';
/** As in docs/payments.md. */
const WANTED_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
];

const endpoints = z.object({
  data: z.array(z.object({ url: z.string(), status: z.string(), enabled_events: z.array(z.string()) })),
});

const stripe: Check = async ({ config }) => {
  if (!config.STRIPE_SECRET_KEY)
    return note('Stripe', 'STRIPE_* are not set: on a public address nobody can buy credits; coupons work.');
  const base = config.STRIPE_API_BASE ?? 'https://api.stripe.com';
  const wanted = `${config.publicUrl}${WEBHOOK_PATH}`;
  try {
    const answer = await fetch(`${base.replace(/(?<!\/)\/+$/, '')}/v1/webhook_endpoints?limit=100`, {
      headers: { authorization: `Bearer ${config.STRIPE_SECRET_KEY}` },
      redirect: 'error',
      signal: AbortSignal.timeout(TIME_OUT_MS),
    });
    if (answer.status === 401) return fix('Stripe', 'STRIPE_SECRET_KEY is not a key that Stripe knows.');
    if (!answer.ok)
      return note(
        'Stripe',
        `The key may not list webhooks (${answer.status}); look yourself that ${wanted} is one.`,
      );
    const found = endpoints.parse(await answer.json()).data.find(({ url }) => url === wanted);
    if (!found)
      return fix('Stripe', `No webhook leads here. Add ${wanted}, and its secret as STRIPE_WEBHOOK_SECRET.`);
    if (found.status !== 'enabled')
      return fix('Stripe', `The webhook ${wanted} is ${found.status}. Enable it.`);
    const missing = WANTED_EVENTS.filter(
      (event) => ![event, '*'].some((one) => found.enabled_events.includes(one)),
    );
    if (missing.length > 0)
      return fix('Stripe', `The webhook is not told of ${missing.join(', ')}. Add them.`);
    const mode = config.STRIPE_SECRET_KEY.includes('_test_') ? 'in test mode: no money moves' : 'live';
    return ok('Stripe', `The key works and the webhook leads here (${mode}).`);
  } catch (error) {
    return fix('Stripe', `${base} did not answer as Stripe does: ${messageOf(error)}`);
  }
};

const project = z.object({ authorizedDomains: z.array(z.string()).default([]) });

/** Source: https://cloud.google.com/identity-platform/docs/reference/rest/v1/v1/getProjects */
const firebase: Check = async ({ config, outside }) => {
  if (!config.FIREBASE_PROJECT_ID || !config.FIREBASE_API_KEY) return [];
  if (config.FIREBASE_AUTH_EMULATOR_HOST)
    return note('Firebase', 'The emulator is in use: anybody can be anybody. For development only.');
  const base = outside.googleApi ?? 'https://identitytoolkit.googleapis.com';
  try {
    const answer = await fetch(`${base}/v1/projects?key=${encodeURIComponent(config.FIREBASE_API_KEY)}`, {
      headers: { referer: config.publicUrl },
      redirect: 'error',
      signal: AbortSignal.timeout(TIME_OUT_MS),
    });
    if (!answer.ok)
      return fix(
        'Firebase',
        `FIREBASE_API_KEY is not taken (${answer.status}). Copy it from the project’s settings.`,
      );
    const { authorizedDomains } = project.parse(await answer.json());
    const { hostname } = new URL(config.publicUrl);
    if (!authorizedDomains.includes(hostname))
      return fix(
        'Firebase',
        `${hostname} is not an authorised domain. Add it under Authentication, Settings.`,
      );
    if (!authorizedDomains.some((domain) => domain.startsWith(`${config.FIREBASE_PROJECT_ID}.`)))
      return note(
        'Firebase',
        'The key seems to be of another project than FIREBASE_PROJECT_ID: compare them.',
      );
    return ok('Firebase', `Project ${config.FIREBASE_PROJECT_ID} answers and knows ${hostname}.`);
  } catch (error) {
    return fix('Firebase', `Google did not answer: ${messageOf(error)}`);
  }
};

/** Apple answers an invalid code with `invalid_grant` to a client it knows, else `invalid_client`. */
const apple: Check = async ({ config, outside }) => {
  try {
    const provider = openAppleProvider(config, { ...OUTSIDE, ...outside });
    if (!provider) return [];
    if (provider.warning) return note('Apple', provider.warning);
    const answer = await exchangeCode(provider, 'doctor', 'doctor').then(
      () => 'it took a code that cannot be good',
      (error: unknown) => messageOf(error),
    );
    if (answer.includes('invalid_grant'))
      return ok('Apple', `Apple knows us; it returns people to ${provider.redirectUri}.`);
    if (answer.includes('invalid_client'))
      return fix(
        'Apple',
        'Apple does not know this client: compare APPLE_CLIENT_ID (the Services ID), team, key id and key.',
      );
    return fix('Apple', answer);
  } catch (error) {
    return fix('Apple', messageOf(error));
  }
};

export const serviceChecks: Check[] = [stripe, firebase, apple];
