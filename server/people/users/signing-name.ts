import { displayNameOf } from '../../../shared/display-name.ts';
import { isImitation, senderName } from '../../../shared/person-name.ts';
import { said } from '../../../shared/words.ts';
import type { Config } from '../../core/config.ts';
import { conflict } from '../../core/errors.ts';
import type { UserRow } from './data.ts';

/**
 * It may come from a provider, from an address, or from before a name was refused.
 * @throws 409 for one that may not sign letters
 */
export function checkedName(user: UserRow, { PRODUCT_NAME }: Config): string {
  const name = displayNameOf(user);
  if (senderName.safeParse(name).success && !isImitation(name, PRODUCT_NAME)) return name;
  throw conflict(
    'NAME_REFUSED',
    said('Letters can’t be signed ‘{name}’. Please enter your own name on your account page.', { name }),
  );
}
