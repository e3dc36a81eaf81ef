import type { FastifyRequest } from 'fastify';
import type { TokenScope } from '../../../../shared/access-tokens.ts';
import type { Language } from '../../../../shared/languages.ts';
import { signInNeeded } from '../../../core/errors.ts';

export interface Person {
  sessionId: string;
  /** the identity provider's id */
  uid: string;
  email: string;
  emailVerified: boolean;
  displayName: string | null;
  /** as chosen in the account; null or absent for the browser's */
  language?: Language | null;
  /** what another program may do, by its access token; null or absent for a browser */
  scopes?: readonly TokenScope[] | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** null when signed out */
    person: Person | null;
  }
}

export function requirePerson(request: FastifyRequest): Person {
  if (!request.person) throw signInNeeded();
  return request.person;
}
