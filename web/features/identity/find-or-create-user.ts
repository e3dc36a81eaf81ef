import type { User } from '../../../shared/users.ts';
import { localTimeZone } from '../../../templates/parts/time-zone.ts';
import { ApiFailure, read, write } from '../../lib/api.ts';

/** Loaded on demand: the sign-in screen does not need Zod. */
export const loadSchema = async () => (await import('../../../shared/users.ts')).user;

/**
 * Spec section 7: read by uid; if the response is not OK, create the record. A browser in another time zone than the
 * record's tells it: the day on a letter is its writer's.
 */
export async function findOrCreateUser(uid: string, email: string, displayName: string): Promise<User> {
  const userSchema = await loadSchema();
  const timeZone = localTimeZone();
  const tell = (told: object) => write('POST', '/api/users', { firebaseUid: uid, ...told }, userSchema);
  let user: User;
  try {
    user = await read(`/api/users/${encodeURIComponent(uid)}`, userSchema);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return tell({ email, displayName, timeZone });
  }
  if (user.timeZone === timeZone) return user;
  return tell({ timeZone }).catch((cause: unknown) => {
    // The record is good without it, and it is told again when the record is read next.
    console.warn('The time zone could not be told', cause);
    return user;
  });
}
