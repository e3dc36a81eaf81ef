import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  conversationPage,
  correspondentPage,
  letterTotals,
  thread,
  timelineReplyPage,
} from '../../../shared/conversations.ts';
import { type Letter, letterPage } from '../../../shared/letters.ts';
import { ApiFailure, read } from '../../lib/api.ts';

/** Query keys begin with the path of their call: whoever sends a letter or hears of a reply invalidates by it. */
const lettersKey = ['/api/letters'] as const;
const repliesKey = ['/api/replies'] as const;
const conversationsKey = ['/api/conversations'] as const;
const correspondentsKey = ['/api/correspondents'] as const;
const totalsKey = ['/api/letter-totals'] as const;

/** Rows of one call; further ones come as a person scrolls. */
const PAGE_SIZE = 50;
/** Of everyone's letters only the newest are shown: their photos lie on the desk. */
const NEWEST_SIZE = 12;

const ON_ITS_WAY = new Set(['queued', 'sending']);

type Paged<Page> = Page & { nextCursor: string | null };

/** What every list read by cursor has in common; `data` is the rows of all pages read so far. */
function byCursor<Page, Row>(
  queryKey: readonly unknown[],
  path: string,
  given: Record<string, string | number>,
  readPage: (url: string) => Promise<Paged<Page>>,
  rowsOf: (data: InfiniteData<Paged<Page>>) => Row[],
) {
  return {
    queryKey,
    queryFn: ({ pageParam }: { pageParam: string | null }) => {
      const query = new URLSearchParams({ limit: String(PAGE_SIZE) });
      for (const [name, value] of Object.entries(given)) query.set(name, String(value));
      if (pageParam !== null) query.set('cursor', pageParam);
      return readPage(`${path}?${query}`);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: Paged<Page>) => page.nextCursor,
    select: rowsOf,
  };
}

/**
 * Letters of the signed-in person, newest first, page by page: those to one address (a recipient's key), or to
 * everyone for null. Errors: `ApiFailure`.
 */
export function useLetters(recipient: string | null) {
  return useInfiniteQuery({
    ...byCursor(
      [...lettersKey, recipient],
      '/api/letters',
      recipient === null ? { limit: NEWEST_SIZE } : { recipient },
      (url) => read(url, letterPage),
      lettersOf,
    ),
    // A letter on its way becomes 'sent' without this browser doing anything: look again on the next visit.
    refetchOnMount: ({ state }) => (state.data && lettersOf(state.data).some(isOnItsWay) ? 'always' : true),
  });
}

const isOnItsWay = (letter: Letter) => ON_ITS_WAY.has(letter.status);
const lettersOf = ({ pages }: InfiniteData<{ letters: Letter[] }>) => pages.flatMap((page) => page.letters);

type RepliesData = InfiniteData<Awaited<ReturnType<typeof readReplies>>>;
const readReplies = (url: string) => read(url, timelineReplyPage);
const repliesOf = ({ pages }: RepliesData) => pages.flatMap((page) => page.replies);

/** Replies in the signed-in person's conversations with one address, newest first, page by page. Errors: `ApiFailure`. */
export function useReplies(recipient: string) {
  return useInfiniteQuery(
    byCursor([...repliesKey, recipient], '/api/replies', { recipient }, readReplies, repliesOf),
  );
}

type PeopleData = InfiniteData<Awaited<ReturnType<typeof readPeople>>>;
const readPeople = (url: string) => read(url, correspondentPage);
const peopleOf = ({ pages }: PeopleData) => pages.flatMap((page) => page.correspondents);

/**
 * Whom the signed-in person wrote to, the latest letter first, page by page; the last search's stay while the next
 * is looked up. Errors: `ApiFailure`.
 * @param search part of a name or an address; empty for everyone
 */
export function useCorrespondents(search: string) {
  return useInfiniteQuery({
    ...byCursor(
      [...correspondentsKey, search],
      '/api/correspondents',
      search ? { search } : {},
      readPeople,
      peopleOf,
    ),
    placeholderData: keepPreviousData,
  });
}

/** Counts of everything the signed-in person wrote. Errors: `ApiFailure`. */
export function useLetterTotals() {
  return useQuery({ queryKey: totalsKey, queryFn: () => read('/api/letter-totals', letterTotals) });
}

type ConversationsData = InfiniteData<Awaited<ReturnType<typeof readConversations>>>;
const readConversations = (url: string) => read(url, conversationPage);
const conversationsOf = ({ pages }: ConversationsData) => pages.flatMap((page) => page.conversations);

/**
 * Conversations the signed-in person takes part in, as sender or recipient, the latest first, page by page.
 * Errors: `ApiFailure`.
 */
export function useConversations(ownEmail: string) {
  return useInfiniteQuery(
    byCursor(
      [...conversationsKey, ownEmail],
      '/api/conversations',
      { email: ownEmail },
      readConversations,
      conversationsOf,
    ),
  );
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
