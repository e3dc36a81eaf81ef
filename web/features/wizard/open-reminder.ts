import type { QueryClient } from '@tanstack/react-query';
import { isLocalTime } from '../../../shared/zoned-time.ts';
import type { ToastMessage } from '../../components/plain-toast.tsx';
import { firstKnownZone } from '../../lib/time-zones.ts';
import { t } from '../../lib/words.tsx';
import { arrivalAt, arrivalInWords } from '../arrival/arrival-words.ts';
import { recipientKey } from '../recipients/recipient-key.ts';
import { recipientsQuery } from '../recipients/recipients-query.ts';
import { everybody, namesOf } from './recipients.ts';
import type { WizardStore } from './wizard-store.ts';

const MORNING = '08:00';

/**
 * Follows the link of a reminder: sets the recipient, and as arrival the day at eight in the morning, unless that has
 * passed. A letter to somebody else stays as it is, if it has photos or several recipients.
 * @param link `to`: number of the entry in the address book; `arrive`: 'YYYY-MM-DD', or absent
 */
export async function openReminder(
  link: URLSearchParams,
  store: WizardStore,
  queryClient: QueryClient,
  toast: (message: ToastMessage) => void,
): Promise<void> {
  const book = await queryClient.fetchQuery(recipientsQuery);
  const recipient = book.find(({ id }) => String(id) === link.get('to'));
  if (!recipient) return;
  const letter = store.get();
  const { photos, others } = letter;
  const isOther = everybody(letter).some(
    ({ email }) => email.trim() !== '' && recipientKey(email) !== recipientKey(recipient.email),
  );
  if ((photos.length > 0 || others.length > 0) && isOther) {
    toast({
      title: t('Your letter to {name} is on the desk', { name: namesOf(letter) }),
      description: t('Send it first. Then the link leads to one to {name}.', { name: recipient.name }),
    });
    return;
  }
  store.dispatch({ type: 'recipient-chosen', recipient });
  const local = `${link.get('arrive')}T${MORNING}`;
  const found = isLocalTime(local) ? arrivalAt(local, firstKnownZone(recipient.timeZone)) : null;
  const arrival = found && Date.parse(found.arrival.at) > Date.now() ? found.arrival : null;
  store.dispatch({ type: 'changed', change: { arrival } });
  toast({
    title: t('A letter to {name}', { name: recipient.name }),
    ...(arrival ? { description: t('It arrives on {day}', { day: arrivalInWords(arrival) }) } : {}),
  });
}
