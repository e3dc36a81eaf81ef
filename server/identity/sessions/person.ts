import type { FastifyRequest } from 'fastify';
import { signInNeeded } from '../../errors.ts';

/** Whoever the session cookie of a request belongs to. */
export interface Person {
  sessionId: string;
  /** the identity provider's id */
  uid: string;
  email: string;
  emailVerified: boolean;
  displayName: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** null when signed out */
    person: Person | null;
  }
}

/** @throws 401 when the request is nobody's */
export function requirePerson(request: FastifyRequest): Person {
  if (!request.person) throw signInNeeded();
  return request.person;
}
