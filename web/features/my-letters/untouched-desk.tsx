import { usePerson } from '../identity/use-person.ts';
import { EmptyMailbox } from './empty-mailbox.tsx';
import { useConversations } from './letters-queries.ts';
import { RuledLine } from './ruled-line.tsx';
import { receivedWords } from './wording.ts';

/** For somebody who has written to nobody yet; others may have written to them. */
export function UntouchedDesk({ onLetterBox }: { onLetterBox: () => void }) {
  const { email } = usePerson();
  const received = useConversations(email);
  if (received.isPending) return <RuledLine>Looking into your letter box...</RuledLine>;
  const count = received.data?.length ?? 0;
  return (
    <EmptyMailbox
      received={count > 0 ? { words: receivedWords(count, received.hasNextPage), onOpen: onLetterBox } : null}
    />
  );
}
