import Stripe from 'stripe';
import { z } from 'zod';
import { BadSignature, type PaymentEvent } from '../provider.ts';

/** Stripe, 'Preventing replay attacks'. */
const REPLAY_WINDOW_SECONDS = 300;

const event = z.object({
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string().max(255).default('') }) }),
});

/** @param body the raw bytes @throws {BadSignature} */
export function verifyWebhookSignature(
  body: Buffer,
  signature: string | undefined,
  secret: string,
): PaymentEvent {
  let parsed: unknown;
  try {
    parsed = Stripe.webhooks.constructEvent(body, signature ?? '', secret, REPLAY_WINDOW_SECONDS);
  } catch (error) {
    throw new BadSignature(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
  const { type, data } = event.parse(parsed);
  return { type, objectId: data.object.id };
}
