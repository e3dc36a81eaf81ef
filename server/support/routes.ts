import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { apiError } from '../../shared/errors.ts';
import { IDEMPOTENCY_KEY_MAX_CHARACTERS } from '../../shared/limits.ts';
import { supportBody, supportResponse } from '../../shared/support.ts';
import { badInput } from '../errors.ts';
import type { Services } from '../platform/services.ts';
import { receiveSupportMessage } from './receive-support-message.ts';

/** Messages to support, from anyone, signed in or not (spec section 7). */
export async function supportRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/support',
    {
      schema: {
        tags: ['support'],
        summary: 'Write to support; works signed out',
        body: supportBody,
        response: { 200: supportResponse, 400: apiError, 429: apiError },
      },
    },
    async (request) => {
      const { body, person, ip } = request;
      await receiveSupportMessage(services, body, { person, ip, key: keyOf(request) });
      return { received: true as const };
    },
  );
}

/** @throws 400 */
function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key.length > 0 && key.length <= IDEMPOTENCY_KEY_MAX_CHARACTERS) return key;
  throw badInput(`An Idempotency-Key is 1 to ${IDEMPOTENCY_KEY_MAX_CHARACTERS} characters.`);
}
