import { Stream } from 'node:stream';
import { badInput } from '../../errors.ts';

/** Values within values; no call of ours goes deeper than five. */
const DEPTH_MAX = 32;
const NUL = '\u0000';

/**
 * Looks through what somebody sent for what PostgreSQL cannot hold, before anything else does: U+0000 is refused,
 * and so is what lies in itself too deep; half of a surrogate pair, as software leaves it that cuts an emoji in two,
 * becomes U+FFFD. Buffers and streams are left alone.
 * @param sent params, query and body under these names; repaired in place
 * @throws 400
 */
export function checkStorable(sent: Record<string, unknown>): void {
  const open: { holder: Record<string, unknown>; path: string; depth: number }[] = [];
  const enter = (value: unknown, path: string, depth: number) => {
    if (!isParsed(value)) return;
    if (depth > DEPTH_MAX) throw badInput('The request goes too deep.');
    open.push({ holder: value, path, depth });
  };
  enter(sent, '', 0);
  for (let next = open.pop(); next; next = open.pop()) {
    const { holder, path, depth } = next;
    for (const [key, value] of Object.entries(holder)) {
      if (key.includes(NUL) || !key.isWellFormed()) throw badInput('A name in the request cannot be read.');
      // As for what a schema refuses: without the part that it came in.
      const at = depth <= 1 ? key : `${path}.${key}`;
      if (typeof value !== 'string') enter(value, at, depth + 1);
      else if (value.includes(NUL)) {
        const message = 'has a character (U+0000) that we cannot keep. Please remove it.';
        throw badInput(`The text ${message}`, { [at]: message });
      } else if (!value.isWellFormed()) holder[key] = value.toWellFormed();
    }
  }
}

/** What was parsed, into objects of whatever prototype; bytes and streams were not. */
function isParsed(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !(value instanceof Stream)
  );
}
