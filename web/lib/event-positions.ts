/** As in `shared/conversations.ts`, an import of which would load Zod on the sign-in screen. */
const HEADER = 'events-position';
const AT_MOST = 20;

/** The positions of the stream of events before each answer was read; null once there were too many. */
let positions: Set<string> | null = new Set();

export function noteEventPosition(headers: Headers): void {
  const position = headers.get(HEADER);
  if (position === null || positions === null) return;
  positions.add(position);
  if (positions.size > AT_MOST) positions = null;
}

/** The positions of all answers since the last call; none when they are not known. */
export function takeEventPositions(): string[] {
  const taken = [...(positions ?? [])];
  positions = new Set();
  return taken;
}
