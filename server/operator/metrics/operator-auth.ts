import type { FastifyRequest } from 'fastify';
import { notFound, ProductError } from '../../core/errors.ts';
import { givenSecret } from '../../core/http/given-secret.ts';
import { isSameSecret } from '../../core/signatures.ts';

/**
 * Requires the operator's token, as a bearer token or as a password, which browsers prompt for.
 * @throws 404 when no token is set, so that the page is not disclosed; 401 for a missing or wrong one
 */
export function assertOperator(request: FastifyRequest, token: string | undefined): void {
  if (token === undefined) throw notFound();
  if (!isSameSecret(givenSecret(request), token)) {
    throw new ProductError(
      401,
      'UNAUTHORIZED',
      { text: 'The token is missing or not the right one.' },
      {
        headers: { 'www-authenticate': 'Basic realm="operator", Bearer' },
      },
    );
  }
}
