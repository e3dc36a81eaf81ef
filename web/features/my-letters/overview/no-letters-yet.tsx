import { usePerson } from '../../identity/use-person.ts';
import { useConversations } from '../letters-queries.ts';
import { LoadingLine } from '../loading-line.tsx';
import { receivedWords } from '../messages.ts';
import { EmptyMailbox } from './empty-mailbox.tsx';

/** For somebody who has written to nobody yet; others may have written to them. */
export function NoLettersYet({ onLetterBox }: { onLetterBox: () => void }) {
  const { email } = usePerson();
  const received = useConversations(email);
  if (received.isPending) return <LoadingLine>Looking into your letter box...</LoadingLine>;
  const count = received.data?.length ?? 0;
  return (
    <EmptyMailbox
      received={count > 0 ? { words: receivedWords(count, received.hasNextPage), onOpen: onLetterBox } : null}
    />
  );
}
