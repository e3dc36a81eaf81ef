import pino, { type LevelWithSilent, type Logger } from 'pino';

/** Characters of one line, and of one text in a line that is longer than that. */
const LINE_MAX_CHARACTERS = 16_384;
const TEXT_MAX_CHARACTERS = 1_024;
/** Characters of an error's stack that are kept as they are; of a longer one so many places in the code. */
const STACK_MAX_CHARACTERS = 4_096;
const PLACES_MAX = 15;
const PLACE_MAX_CHARACTERS = 200;
/** Fields of an object and entries of a list that are kept of a line that is too long. */
const ENTRIES_MAX = 50;
/** What is longer than this, without a space, is neither an address nor a token. */
const WORD_MAX_CHARACTERS = 400;
const CUT = ' [cut]';

/**
 * What must not reach a log, in any field: whose mail it is, who may open what, and passwords. Each pattern is linear
 * in the length of the line: an address is looked for only where a run of its characters begins, and goes as far
 * as they do.
 */
const MASKS: [pattern: RegExp, instead: string][] = [
  // user:password@ in an address, before the @ is taken for a mailbox's
  [/:\/\/[^\s/@"\\:]{0,256}:[^\s@"\\]{0,2048}@/g, '://[login]@'],
  [
    /(?<![\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-])[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}-][\p{L}\p{N}.!#$%&'*+/=?^_`{|}~@-]*/gu,
    '[address]',
  ],
  [/\/(l|mute|mailbox)\/[\w.~-]{16,}/g, '/$1/[token]'],
  [/\b(oobCode|token|key|code|secret|state|password)=[^&\s"\\]+/gi, '$1=[secret]'],
  [/\b(Bearer|Basic) +[\w+/=.~-]{8,}/g, '$1 [secret]'],
  [/\b(sk|rk)_(live|test)_\w+|\bwhsec_\w+/g, '[secret]'],
];

const mask = (line: string) =>
  MASKS.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line);

/**
 * The text's beginning. It ends where a word does, else where a part of a URL or list does, so that no half of an
 * address or token is left, which no mask would know.
 */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  // JSON writes each control character as six.
  const start = text
    .slice(0, most)
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]+/gu, ' ');
  const lastOf = (signs: string) => Math.max(...[...signs].map((sign) => start.lastIndexOf(sign)));
  const end = [' \n\t', ',;<>()[]"&=/?#|:']
    .map(lastOf)
    .find((at) => at > 0 && start.length - at <= WORD_MAX_CHARACTERS);
  return start.slice(0, end) + CUT;
}

/** A long stack is mostly an error's own words: their beginning, then the first places in the code. */
function shortStack(stack: string): string {
  if (stack.length <= STACK_MAX_CHARACTERS) return stack;
  const places = stack.split('\n').filter((line) => line.startsWith('    at '));
  return [
    shortened(stack, TEXT_MAX_CHARACTERS),
    ...places.slice(0, PLACES_MAX).map((line) => shortened(line, PLACE_MAX_CHARACTERS)),
  ].join('\n');
}

/** One JSON line of bounded length, with its level, time and message. */
function bounded(line: string): string {
  if (line.length <= LINE_MAX_CHARACTERS) return line;
  const fields: Record<string, unknown> = JSON.parse(line);
  const short = JSON.stringify(shortValue(fields));
  if (short.length < LINE_MAX_CHARACTERS) return `${short}\n`;
  const { level, time, pid, hostname, reqId, msg } = fields;
  return `${JSON.stringify(shortValue({ level, time, pid, hostname, reqId, msg, cut: true }))}\n`;
}

function shortValue(value: unknown): unknown {
  if (typeof value === 'string') return shortened(value, TEXT_MAX_CHARACTERS);
  if (Array.isArray(value)) return value.slice(0, ENTRIES_MAX).map(shortValue);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).slice(0, ENTRIES_MAX);
  return Object.fromEntries(entries.map(([name, each]) => [shortened(name, 100), shortValue(each)]));
}

/**
 * A failed query names its parameters, which are what people wrote; the database's own detail names values. The
 * statement and the database's code say enough.
 */
function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, ...rest } = pino.stdSerializers.err(error);
  const withoutParams = (text: string) => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '');
  const plain: Record<string, unknown> = {
    type,
    message: shortened(withoutParams(message), TEXT_MAX_CHARACTERS),
    stack: shortStack(withoutParams(stack)),
  };
  for (const name of ['code', 'status', 'responseCode', 'constraint', 'table', 'command', 'query'])
    if (name in rest) plain[name] = rest[name];
  return error.cause instanceof Error ? { ...plain, cause: withoutValues(error.cause) } : plain;
}

/**
 * The program's log: JSON lines without personal content, whatever is logged, each of at most 16,384 characters
 * before its masks.
 * @param write where lines go; standard output by default
 */
export function openLog(level: LevelWithSilent, write?: (line: string) => void): Logger {
  const out = write ?? defaultWrite();
  return pino(
    { level, serializers: { err: withoutValues } },
    { write: (line: string) => out(mask(bounded(line))) },
  );
}

function defaultWrite(): (line: string) => void {
  const destination = pino.destination({ dest: 1, sync: true });
  return (line) => void destination.write(line);
}
