import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import {
  readAnswer,
  type TimelineReply,
  type UnreadCounts,
  unreadCounts,
} from '../../../../shared/conversations.ts';
import { read, write } from '../../../lib/api.ts';

/** How many answers the signed-in person has not seen, in all and by address. Errors: `ApiFailure`. */
export function useUnread() {
  return useQuery({ queryKey: ['/api/unread'], queryFn: () => read('/api/unread', unreadCounts) });
}

/** Unread answers by recipient's key; nothing while they are not known. */
export function useUnreadByRecipient(): ReadonlyMap<string, number> {
  const { data } = useUnread();
  return useMemo(() => new Map(data?.recipients.map(({ email, unread }) => [email, unread])), [data]);
}

/** The way to note that the answers of a conversation were seen; seeing them twice does no harm. */
export function useMarkRead(): (conversationId: string) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (conversationId: string) =>
      write('POST', `/api/conversations/${encodeURIComponent(conversationId)}/read`, undefined, readAnswer),
    onSuccess: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          path === '/api/unread' || path === '/api/replies' || path === '/api/conversations',
      }),
    // It stays unread, here as on the server, and is noted the next time it is seen.
    onError: (error) => console.info('An answer could not be marked as read', error),
  });
  return useCallback((conversationId) => mutate(conversationId), [mutate]);
}

/** Ids of the replies that were unread when this visit first met them: they keep their mark until it ends. */
export function useNewReplies(replies: readonly Pick<TimelineReply, 'id' | 'unread'>[]): ReadonlySet<number> {
  const [met, setMet] = useState<ReadonlySet<number>>(new Set());
  const unmet = replies.filter(({ id, unread }) => unread && !met.has(id));
  if (unmet.length === 0) return met;
  const all = new Set([...met, ...unmet.map(({ id }) => id)]);
  setMet(all);
  return all;
}

/** What to say of answers that came between two counts; empty when none did. */
export function arrivalWords(before: UnreadCounts, now: UnreadCounts): string {
  const known = new Map(before.recipients.map(({ email, unread }) => [email, unread]));
  return now.recipients
    .map(({ email, name, unread }) => ({ who: name.trim() || email, more: unread - (known.get(email) ?? 0) }))
    .filter(({ more }) => more > 0)
    .map(({ who, more }) =>
      more === 1 ? `A reply from ${who} has arrived.` : `${more} replies from ${who} have arrived.`,
    )
    .join(' ');
}
