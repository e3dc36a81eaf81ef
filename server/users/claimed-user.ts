import { notYours } from '../errors.ts';
import type { Person } from '../identity/sessions/person.ts';
import type { UserRow } from './data.ts';

/**
 * Some payloads name their user (spec section 7). The session decides who that is; a payload that names
 * somebody else is refused.
 * @throws 403
 */
export function checkClaimedUser(claimed: string | undefined, person: Person, user: UserRow): void {
  if (claimed !== undefined && claimed !== person.uid && claimed !== String(user.id)) {
    throw notYours('You are signed in as somebody else. Please reload the page.');
  }
}
