import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  arrivals,
  conversationPage,
  correspondentPage,
  letterTotals,
  receivedLetterPage,
  thread,
  timelineReplyPage,
} from '../../../shared/conversations.ts';
import {
  type CorrespondenceLetter,
  correspondencePage,
  correspondenceUrl,
} from '../../../shared/correspondences.ts';
import { isIn } from '../../../shared/letter-status.ts';
import { type Letter, letterListPage } from '../../../shared/letters.ts';
import { read } from '../../lib/api.ts';

/** Query keys begin with the path of their call; code that changes letters or replies invalidates by that path. */
const lettersKey = ['/api/letters'] as const;
const arrivalsKey = ['/api/arrivals'] as const;
const receivedKey = ['/api/received-letters'] as const;
const repliesKey = ['/api/replies'] as const;
const conversationsKey = ['/api/conversations'] as const;
const correspondentsKey = ['/api/correspondents'] as const;
const correspondencesKey = ['/api/correspondences'] as const;
const totalsKey = ['/api/letter-totals'] as const;

/** Rows of one call. */
const PAGE_SIZE = 50;
/** Letters loaded while no recipient is chosen: only the newest ones are shown. */
const NEWEST_SIZE = 6;

type Paged<Page> = Page & { nextCursor: string | null };

/** Options of an infinite query of a list read by cursor; its `data` is the rows of all loaded pages. */
function byCursor<Page, Row>(
  queryKey: readonly unknown[],
  path: string,
  parameters: Record<string, string | number>,
  readPage: (url: string) => Promise<Paged<Page>>,
  rowsOf: (data: InfiniteData<Paged<Page>>) => Row[],
) {
  return {
    queryKey,
    queryFn: ({ pageParam }: { pageParam: string | null }) => {
      const query = new URLSearchParams({ limit: String(PAGE_SIZE) });
      for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
      if (pageParam !== null) query.set('cursor', pageParam);
      return readPage(`${path}?${query}`);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: Paged<Page>) => page.nextCursor,
    select: rowsOf,
  };
}

/**
 * Letters of the signed-in person, newest first, page by page. Errors: `ApiFailure`.
 * @param recipient a recipient's key; null for letters to everyone
 */
export function useLetters(recipient: string | null) {
  return useInfiniteQuery({
    ...byCursor(
      [...lettersKey, recipient],
      '/api/letters',
      recipient === null ? { limit: NEWEST_SIZE, together: 'true' } : { recipient },
      (url) => read(url, letterListPage),
      lettersOf,
    ),
    // The server changes the status of a letter that waits or is being sent, so it is fetched again on the next visit.
    refetchOnMount: ({ state }) => (state.data && lettersOf(state.data).some(isUnderWay) ? 'always' : true),
  });
}

const isUnderWay = (letter: Letter) => isIn('toLeave', letter.status);
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

type ReceivedData = InfiniteData<Awaited<ReturnType<typeof readReceived>>>;
const readReceived = (url: string) => read(url, receivedLetterPage);
const receivedOf = ({ pages }: ReceivedData) => pages.flatMap((page) => page.letters);

/** Letters that one address wrote to the signed-in person, newest first, page by page. Errors: `ApiFailure`. */
export function useReceivedLetters(from: string) {
  return useInfiniteQuery(
    byCursor([...receivedKey, from], '/api/received-letters', { from }, readReceived, receivedOf),
  );
}

/** The newest letters and answers that came for the signed-in person. Errors: `ApiFailure`. */
export function useArrivals() {
  return useQuery({ queryKey: arrivalsKey, queryFn: () => read('/api/arrivals', arrivals) });
}

type PeopleData = InfiniteData<Awaited<ReturnType<typeof readPeople>>>;
const readPeople = (url: string) => read(url, correspondentPage);
const peopleOf = ({ pages }: PeopleData) => pages.flatMap((page) => page.correspondents);

/**
 * Whom the signed-in person writes with, the latest letter first, page by page; while a search loads, `data` is the result
 * of the last one. Errors: `ApiFailure`.
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

/** Totals of the signed-in person's letters. Errors: `ApiFailure`. */
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

/** Letters with their answers that one call reads. */
const CORRESPONDENCE_PAGE = 200;

/** All letters between the signed-in person and one address with their answers, the oldest first. Errors: `ApiFailure`. */
export function useCorrespondence(address: string) {
  return useQuery({
    queryKey: [...correspondencesKey, address],
    queryFn: async () => {
      const letters: CorrespondenceLetter[] = [];
      let cursor: string | null = null;
      do {
        const query = new URLSearchParams({
          limit: String(CORRESPONDENCE_PAGE),
          ...(cursor ? { cursor } : {}),
        });
        const page: z.infer<typeof correspondencePage> = await read(
          `${correspondenceUrl(address)}?${query}`,
          correspondencePage,
        );
        letters.push(...page.letters);
        cursor = page.nextCursor;
      } while (cursor !== null);
      return letters;
    },
    // Letters and answers may have come since.
    refetchOnMount: 'always',
    gcTime: 0,
  });
}
