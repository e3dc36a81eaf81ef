import type { AutomaticNote } from '../../../../shared/automatic-notes.ts';
import type { ReceivedLetter, TimelineReply } from '../../../../shared/conversations.ts';
import type { Letter } from '../../../../shared/letters.ts';
import { newestFirst, timeOf } from '../letter-dates.ts';

export type TimelineItem =
  | { kind: 'letter'; key: string; at: string; letter: Letter }
  | { kind: 'received'; key: string; at: string; letter: ReceivedLetter }
  | { kind: 'reply'; key: string; at: string; reply: TimelineReply }
  | { kind: 'note'; key: string; at: string; note: AutomaticNote; letter: Letter };

/** Order of kinds of the same moment. */
const RANK: Record<TimelineItem['kind'], number> = { reply: 0, note: 1, letter: 2, received: 2 };

interface Loaded<Row> {
  data?: readonly Row[] | undefined;
  hasNextPage: boolean;
}

/** Of each list, what is loaded. */
export type Exchange = {
  letters: Loaded<Letter>;
  received: Loaded<ReceivedLetter>;
  replies: Loaded<TimelineReply>;
};

/**
 * Newest first; of the same moment the reply comes first, and within a kind the larger id. The list ends where a list that is
 * not completely loaded ends: entries still to come belong between those that follow.
 */
export function mergeTimeline(exchange: Exchange): TimelineItem[] {
  const { data: letters = [] } = exchange.letters;
  const { data: received = [] } = exchange.received;
  const { data: replies = [] } = exchange.replies;
  const placed = (name: string, { id, createdAt }: { id: number | string; createdAt: string }) => ({
    key: `${name}-${id}`,
    at: createdAt,
  });
  const items: TimelineItem[] = [
    ...letters.map((letter) => ({ kind: 'letter' as const, ...placed('letter', letter), letter })),
    ...received.map((letter) => ({ kind: 'received' as const, ...placed('letter', letter), letter })),
    ...replies.map((reply) => ({ kind: 'reply' as const, ...placed('reply', reply), reply })),
    ...letters.flatMap((letter) =>
      letter.notes.map((note) => ({ kind: 'note' as const, ...placed('note', note), note, letter })),
    ),
  ];
  const end = Math.max(...loadedEnds(exchange).map(({ at }) => at), Number.NEGATIVE_INFINITY);
  return items
    .filter((item) => timeOf(item.at) >= end)
    .sort((a, b) => {
      const order = RANK[a.kind] - RANK[b.kind];
      if (order !== 0 && timeOf(a.at) === timeOf(b.at)) return order;
      return newestFirst({ at: a.at, id: idOf(a) }, { at: b.at, id: idOf(b) });
    });
}

/** null when all is loaded */
export function nextToLoad(exchange: Exchange): keyof Exchange | null {
  const [first] = loadedEnds(exchange).sort((a, b) => b.at - a.at);
  return first?.of ?? null;
}

/** Milliseconds; of lists that are not completely loaded. */
function loadedEnds(exchange: Exchange) {
  return (['letters', 'received', 'replies'] as const).flatMap((of) => {
    const { data = [], hasNextPage } = exchange[of];
    return hasNextPage ? { of, at: Math.min(...data.map(({ createdAt }) => timeOf(createdAt))) } : [];
  });
}

const idOf = (item: TimelineItem): number => (item.kind === 'reply' ? item.reply.id : item.letter.id);
