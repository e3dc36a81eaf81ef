import { useQuery } from '@tanstack/react-query';
import { conversationList, thread, timelineReplies } from '../../../shared/conversations.ts';
import { type Letter, letterList } from '../../../shared/letters.ts';
import { ApiFailure, read } from '../../lib/api.ts';

/** Query keys begin with the path of their call: whoever sends a letter or hears of a reply invalidates by it. */
const lettersKey = ['/api/letters'] as const;
const repliesKey = ['/api/replies'] as const;
const conversationsKey = ['/api/conversations'] as const;

const ON_ITS_WAY = new Set(['queued', 'sending']);

function anyOnItsWay(letters: readonly Letter[] | undefined): boolean {
  return letters?.some((letter) => ON_ITS_WAY.has(letter.status)) ?? false;
}

/** Every letter of the signed-in person, as the server gives them. Errors: `ApiFailure`. */
export function useLetters() {
  return useQuery({
    queryKey: lettersKey,
    queryFn: () => read('/api/letters', letterList),
    // A letter on its way becomes 'sent' without this browser doing anything: look again on the next visit.
    refetchOnMount: (query) => (anyOnItsWay(query.state.data) ? 'always' : true),
  });
}

/** Every reply in the signed-in person's conversations with one address (a recipient's key). Errors: `ApiFailure`. */
export function useReplies(recipient: string) {
  return useQuery({
    queryKey: [...repliesKey, recipient],
    queryFn: () => read(`/api/replies?recipient=${encodeURIComponent(recipient)}`, timelineReplies),
  });
}

/** Conversations the signed-in person takes part in, as sender or recipient. Errors: `ApiFailure`. */
export function useConversations(ownEmail: string) {
  return useQuery({
    queryKey: [...conversationsKey, ownEmail],
    queryFn: () => read(`/api/conversations?email=${encodeURIComponent(ownEmail)}`, conversationList),
  });
}

/** One conversation: its letter and the replies. Errors: `ApiFailure`. */
export function useThread(conversationId: string) {
  return useQuery({
    queryKey: [...conversationsKey, conversationId, 'thread'],
    queryFn: () => read(`/api/conversations/${encodeURIComponent(conversationId)}/thread`, thread),
  });
}

/** The words of spec section 8 for letters that could not be loaded. */
export function lettersFailure(error: unknown): string {
  const answered = error instanceof ApiFailure && error.status > 0;
  return answered ? `Failed to fetch letters: ${error.status}` : 'Failed to fetch letters';
}
