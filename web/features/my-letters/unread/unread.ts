import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import {
  markReadResponse,
  type TimelineReply,
  type UnreadCounts,
  unreadCounts,
} from '../../../../shared/conversations.ts';
import { joinSentences } from '../../../../shared/words.ts';
import { write } from '../../../lib/api.ts';
import { queryOf, useInvalidation } from '../../../lib/queries.ts';
import { language, n } from '../../../lib/words.tsx';

export const useUnread = () => useQuery(queryOf('/api/unread', unreadCounts));

/** by `recipientKey`; empty until it is loaded */
export function useUnreadByRecipient(): ReadonlyMap<string, number> {
  const { data } = useUnread();
  return useMemo(() => new Map(data?.recipients.map(({ email, unread }) => [email, unread])), [data]);
}

export function useMarkRead(): (conversationId: string) => void {
  const invalidate = useInvalidation();
  return useCallback(
    (conversationId) =>
      write(
        'POST',
        `/api/conversations/${encodeURIComponent(conversationId)}/read`,
        undefined,
        markReadResponse,
      )
        .then(() => invalidate('mark as read'))
        // It stays unread here and on the server; the next time it is in view this is tried again.
        .catch((error: unknown) => console.info('Replies could not be marked as read', error)),
    [invalidate],
  );
}

/** A reply that was unread when it was first shown stays in the set. */
export function useNewReplies(replies: readonly Pick<TimelineReply, 'id' | 'unread'>[]): ReadonlySet<number> {
  const [known, setKnown] = useState<ReadonlySet<number>>(new Set());
  const added = replies.filter(({ id, unread }) => unread && !known.has(id));
  if (added.length === 0) return known;
  const all = new Set([...known, ...added.map(({ id }) => id)]);
  setKnown(all);
  return all;
}

export function arrivalMessage(before: UnreadCounts, now: UnreadCounts): string {
  const known = new Map(before.recipients.map(({ email, unread }) => [email, unread]));
  const sentences = now.recipients
    .map(({ email, name, unread }) => ({ who: name.trim() || email, more: unread - (known.get(email) ?? 0) }))
    .filter(({ more }) => more > 0)
    .map(({ who, more }) =>
      n(more, 'A reply from {name} has arrived.', '{n} replies from {name} have arrived.', { name: who }),
    );
  return joinSentences(sentences, language());
}
