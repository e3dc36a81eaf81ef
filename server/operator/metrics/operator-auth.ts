import type { FastifyRequest } from 'fastify';
import type { Config } from '../../core/config.ts';
import { notFound } from '../../core/errors.ts';
import { assertSecret, isGiven } from '../../core/http/given-secret.ts';
import type { Services } from '../../core/services.ts';

/** @throws 404 when no token is set, 401 for a wrong one, 429 after many */
export async function assertOperator(
  services: Pick<Services, 'db' | 'log' | 'config'>,
  request: FastifyRequest,
): Promise<void> {
  const token = services.config.METRICS_TOKEN;
  if (token === undefined) throw notFound();
  const sentence = { text: 'The token is missing or not the right one.' };
  await assertSecret(services, request, token, { realm: 'operator', sentence });
}

export const isOperator = ({ METRICS_TOKEN: token }: Config, request: FastifyRequest): boolean =>
  token !== undefined && isGiven(request, token);
