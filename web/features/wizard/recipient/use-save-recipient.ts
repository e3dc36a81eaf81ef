import {
  type Recipient,
  type RecipientBody,
  recipient as recipientSchema,
} from '../../../../shared/recipients.ts';
import { useToast } from '../../../components/toast.tsx';
import { write } from '../../../lib/api.ts';
import { useInvalidation } from '../../../lib/queries.ts';
import { useAction } from '../../../lib/use-action.ts';
import { t } from '../../../lib/words.tsx';
import { useRecipients } from '../../recipients/recipients-query.ts';
import { type ChosenRecipient, everybody } from '../recipients.ts';
import type { Wizard } from '../wizard-store.ts';

/** Saves newly typed recipients in the address book; a known one is not saved again (spec section 4). */
export function useSaveRecipients({ state, dispatch }: Wizard) {
  const { data: book = [] } = useRecipients();
  const invalidate = useInvalidation();
  const toast = useToast();

  async function saveOne(one: ChosenRecipient): Promise<Recipient> {
    const { name, email, greetingName, language, recentId } = one;
    const body: RecipientBody = { name: name.trim(), email: email.trim() };
    // Left empty for a newly typed address, it stays what was used last.
    if (greetingName.trim() || recentId !== null) body.greetingName = greetingName.trim();
    if (language) body.language = language;
    // Without a key: an address has one entry, however often it is saved.
    const saved = await write('POST', '/api/recipients', body, recipientSchema);
    void invalidate('address book');
    return saved;
  }

  return useAction('The recipient was not saved', async () => {
    const typed = everybody(state).filter((one) => !isSaved(one, book));
    const saved: [ChosenRecipient, Recipient][] = [];
    try {
      for (const one of typed) saved.push([one, await saveOne(one)]);
    } catch (cause) {
      toast({ title: t('Error'), description: t('Failed to save recipient'), tone: 'error' });
      throw cause;
    } finally {
      if (saved.length > 0) dispatch({ type: 'recipients-saved', saved });
    }
  });
}

function isSaved({ recentId, greetingName, language }: ChosenRecipient, book: readonly Recipient[]): boolean {
  const entry = book.find(({ id }) => id === recentId);
  if (!entry) return recentId !== null;
  return entry.greetingName === greetingName.trim() && (!language || entry.language === language);
}
