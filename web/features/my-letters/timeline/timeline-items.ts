import type { Reply } from '../../../../shared/conversations.ts';
import type { Letter } from '../../../../shared/letters.ts';
import { newestFirst, timeOf } from '../letter-dates.ts';

export type TimelineItem<R extends Reply = Reply> =
  | { kind: 'letter'; key: string; at: string; letter: Letter }
  | { kind: 'reply'; key: string; at: string; reply: R };

/** Of which there are older ones that have not been read from the server. */
export interface OlderOnes {
  letters: boolean;
  replies: boolean;
}

/**
 * Letters and replies as one story, newest first. At the same moment a reply stands above a letter, for an
 * answer comes after what it answers; within a kind the larger id comes first. Where only part of either has been
 * read, the story ends where that part does: what is older would stand in the wrong place.
 */
export function mergeTimeline<R extends Reply>(
  letters: readonly Letter[],
  replies: readonly R[],
  older: OlderOnes = { letters: false, replies: false },
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
  const end = Math.max(...endsOf(letters, replies, older).map(({ at }) => at), Number.NEGATIVE_INFINITY);
  return items
    .filter((item) => timeOf(item.at) >= end)
    .sort((a, b) => {
      if (a.kind !== b.kind && timeOf(a.at) === timeOf(b.at)) return a.kind === 'reply' ? -1 : 1;
      return newestFirst({ at: a.at, id: idOf(a) }, { at: b.at, id: idOf(b) });
    });
}

/** Which of the two to read on in so that the story goes on; null when all of it has been read. */
export function nextToRead(
  letters: readonly Letter[],
  replies: readonly Reply[],
  older: OlderOnes,
): keyof OlderOnes | null {
  const [first] = endsOf(letters, replies, older).sort((a, b) => b.at - a.at);
  return first?.of ?? null;
}

/** How far back each list reaches that has not been read to its end. */
function endsOf(letters: readonly Letter[], replies: readonly Reply[], older: OlderOnes) {
  const endOf = (list: readonly { createdAt: string }[]) =>
    Math.min(...list.map(({ createdAt }) => timeOf(createdAt)));
  return [
    ...(older.letters ? [{ of: 'letters' as const, at: endOf(letters) }] : []),
    ...(older.replies ? [{ of: 'replies' as const, at: endOf(replies) }] : []),
  ];
}

function idOf(item: TimelineItem): number {
  return item.kind === 'letter' ? item.letter.id : item.reply.id;
}
