import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  conversationPage,
  correspondentPage,
  foundLetters,
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
import { type Letter, letterList, letterListPage } from '../../../shared/letters.ts';
import { read } from '../../lib/api.ts';
import { type QueryName, queryOf } from '../../lib/queries.ts';

const PAGE_SIZE = 50;

function byCursor<Path extends QueryName, Page extends { nextCursor: string | null }, Row>(
  path: Path,
  schema: z.ZodType<Page>,
  rowsOf: (page: Page) => Row[],
) {
  return (of: string | null, parameters: Record<string, string>) => ({
    queryKey: [path, of] as const,
    queryFn: ({ pageParam }: { pageParam: string | null }) => {
      const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...parameters });
      if (pageParam !== null) query.set('cursor', pageParam);
      return read(`${path}?${query}`, schema);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page) => page.nextCursor,
    select: ({ pages }: InfiniteData<Page>) => pages.flatMap(rowsOf),
  });
}

const letters = byCursor('/api/letters', letterListPage, (page) => page.letters);
const replies = byCursor('/api/replies', timelineReplyPage, (page) => page.replies);
const received = byCursor('/api/received-letters', receivedLetterPage, (page) => page.letters);
const correspondents = byCursor('/api/correspondents', correspondentPage, (page) => page.correspondents);
const conversations = byCursor('/api/conversations', conversationPage, (page) => page.conversations);

const isUnderWay = ({ status }: Letter) => isIn('toLeave', status);

/** @param recipient here and below, a conversation with them; nothing is asked for null */
export function useLetters(recipient: string | null) {
  return useInfiniteQuery({
    ...letters(recipient, { recipient: recipient ?? '' }),
    enabled: recipient !== null,
    // The server changes the status of a letter that waits or is being sent, so it is fetched again on the next visit.
    refetchOnMount: ({ state }) =>
      state.data?.pages.some((page) => page.letters.some(isUnderWay)) ? 'always' : true,
  });
}

export const useReplies = (recipient: string) => useInfiniteQuery(replies(recipient, { recipient }));

export const useReceivedLetters = (from: string | null) =>
  useInfiniteQuery({ ...received(from, { from: from ?? '' }), enabled: from !== null });

/** Letters that wait for their day, the next one first. */
export const useWaiting = () =>
  useQuery({
    // No text: an address of the page may name any as a recipient.
    queryKey: ['/api/letters', { waiting: true }],
    queryFn: () => read('/api/letters?waiting=true', letterList),
    refetchOnMount: 'always',
  });

/** While a search loads, `data` is the result of the last one. */
export function useCorrespondents(search: string) {
  return useInfiniteQuery({
    ...correspondents(search, search ? { search } : {}),
    placeholderData: keepPreviousData,
  });
}

/** While a search loads, `data` is the result of the last one. A single letter of an alphabet is in every text. */
export function useFoundLetters(search: string) {
  return useQuery({
    queryKey: ['/api/conversations', { search }],
    queryFn: () => read(`/api/found-letters?${new URLSearchParams({ search })}`, foundLetters),
    enabled: search.length > 1 || /\p{Lo}/u.test(search),
    placeholderData: keepPreviousData,
  });
}

export const useLetterTotals = () => useQuery(queryOf('/api/letter-totals', letterTotals));

export const useConversations = (ownEmail: string) => useInfiniteQuery(conversations(ownEmail, {}));

export function useThread(conversationId: string) {
  return useQuery({
    queryKey: ['/api/conversations', conversationId, 'thread'],
    queryFn: () => read(`/api/conversations/${encodeURIComponent(conversationId)}/thread`, thread),
  });
}

/** The oldest comes first. */
export function useCorrespondence(conversationId: string) {
  return useQuery({
    queryKey: ['/api/correspondences', conversationId],
    queryFn: async () => {
      const letters: CorrespondenceLetter[] = [];
      const query = new URLSearchParams({ limit: String(PAGE_SIZE) });
      for (;;) {
        const page = await read(`${correspondenceUrl(conversationId)}?${query}`, correspondencePage);
        letters.push(...page.letters);
        if (page.nextCursor === null) return letters;
        query.set('cursor', page.nextCursor);
      }
    },
    // Letters and answers may have come since.
    refetchOnMount: 'always',
    gcTime: 0,
  });
}
