import type { Reply } from '../../../../shared/conversations.ts';
import type { Letter } from '../../../../shared/letters.ts';
import { newestFirst, timeOf } from '../letter-dates.ts';

export type TimelineItem<R extends Reply = Reply> =
  | { kind: 'letter'; key: string; at: string; letter: Letter }
  | { kind: 'reply'; key: string; at: string; reply: R };

/** Whether older letters and replies remain to be loaded. */
export interface Older {
  letters: boolean;
  replies: boolean;
}

/**
 * Letters and replies in one list, newest first; of the same moment the reply comes first, and within a kind the larger
 * id. Where one of them is not completely loaded, the list ends where its loaded part ends, since entries still to be
 * loaded belong between those that follow.
 */
export function mergeTimeline<R extends Reply>(
  letters: readonly Letter[],
  replies: readonly R[],
  older: Older = { letters: false, replies: false },
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
  const end = Math.max(...loadedEnds(letters, replies, older).map(({ at }) => at), Number.NEGATIVE_INFINITY);
  return items
    .filter((item) => timeOf(item.at) >= end)
    .sort((a, b) => {
      if (a.kind !== b.kind && timeOf(a.at) === timeOf(b.at)) return a.kind === 'reply' ? -1 : 1;
      return newestFirst({ at: a.at, id: idOf(a) }, { at: b.at, id: idOf(b) });
    });
}

/** Which of the two to load next so that the timeline continues; null when all is loaded. */
export function nextToLoad(
  letters: readonly Letter[],
  replies: readonly Reply[],
  older: Older,
): keyof Older | null {
  const [first] = loadedEnds(letters, replies, older).sort((a, b) => b.at - a.at);
  return first?.of ?? null;
}

/** The oldest loaded date, in milliseconds, of each list that is not completely loaded. */
function loadedEnds(letters: readonly Letter[], replies: readonly Reply[], older: Older) {
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
