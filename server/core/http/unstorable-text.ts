import { Stream } from 'node:stream';
import { said } from '../../../shared/words.ts';
import { badInput, notFound, tooLarge } from '../errors.ts';

/** Nesting of objects and arrays; no call of ours goes deeper than five. */
const DEPTH_MAX = 32;
/** Fields and elements in all, each of which takes a microsecond; an import of 500 people has some 5,000. */
const VALUES_MAX = 10_000;
const NUL = '\u0000';

type Sent = Partial<Record<'params' | 'query' | 'body', unknown>>;

/** U+0000 cannot be stored; half a surrogate pair becomes U+FFFD. @throws 404 for U+0000 in the path, else 400, 413 */
export function rejectUnstorableText({ params, query, body }: Sent): void {
  if (isParsed(params) && Object.values(params).some((value) => String(value).includes(NUL)))
    throw notFound();
  // Within one object, for a body may be a single string.
  rejectWithin({ query, body });
}

function rejectWithin(sent: Record<string, unknown>): void {
  const open: { holder: Record<string, unknown>; path: string; depth: number }[] = [];
  let values = 0;
  const enter = (value: unknown, path: string, depth: number) => {
    if (!isParsed(value)) return;
    values += Array.isArray(value) ? value.length : Object.keys(value).length;
    if (values > VALUES_MAX) throw tooLarge('TOO_LARGE', said('That is more than we can take at once.'));
    if (depth > DEPTH_MAX) throw badInput(said('The request goes too deep.'));
    open.push({ holder: value, path, depth });
  };
  enter(sent, '', 0);
  for (let next = open.pop(); next; next = open.pop()) {
    const { holder, path, depth } = next;
    for (const [key, value] of Object.entries(holder)) {
      if (key.includes(NUL) || !key.isWellFormed())
        throw badInput(said('A name in the request cannot be read.'));
      // Fields are named as schema errors name them: without `query` or `body` in front.
      const at = depth <= 1 ? key : `${path}.${key}`;
      if (typeof value !== 'string') enter(value, at, depth + 1);
      else if (value.includes(NUL)) {
        throw badInput(said('The text has a character (U+0000) that we cannot keep. Please remove it.'), {
          [at]: said('This has an invisible character that we cannot keep. Please type it anew.'),
        });
      } else if (!value.isWellFormed()) holder[key] = value.toWellFormed();
    }
  }
}

/** True for objects and arrays of whatever prototype; false for bytes and streams. */
function isParsed(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !(value instanceof Stream)
  );
}
