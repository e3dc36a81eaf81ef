import type { Reply } from '../../../shared/conversations.ts';
import type { Letter } from '../../../shared/letters.ts';
import { newestFirst, timeOf } from './moments.ts';

type TimelineItem<R extends Reply = Reply> =
  | { kind: 'letter'; key: string; at: string; letter: Letter }
  | { kind: 'reply'; key: string; at: string; reply: R };

/**
 * Letters and replies as one story, newest first. At the same moment a reply stands above a letter, for an
 * answer comes after what it answers; within a kind the larger id comes first.
 */
export function mergeTimeline<R extends Reply>(
  letters: readonly Letter[],
  replies: readonly R[],
): TimelineItem<R>[] {
  const items: TimelineItem<R>[] = [
    ...letters.map((letter) => ({
      kind: 'letter' as const,
      key: `letter-${letter.id}`,
      at: letter.createdAt,
      letter,
    })),
    ...replies.map((reply) => ({
      kind: 'reply' as const,
      key: `reply-${reply.id}`,
      at: reply.createdAt,
      reply,
    })),
  ];
  return items.sort((a, b) => {
    if (a.kind !== b.kind && timeOf(a.at) === timeOf(b.at)) return a.kind === 'reply' ? -1 : 1;
    return newestFirst({ at: a.at, id: idOf(a) }, { at: b.at, id: idOf(b) });
  });
}

function idOf(item: TimelineItem): number {
  return item.kind === 'letter' ? item.letter.id : item.reply.id;
}
