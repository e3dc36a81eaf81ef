import pino, { type LevelWithSilent, type Logger } from 'pino';

/** Limits of one line, and of each text within a longer one; characters. */
const LINE_MAX_CHARACTERS = 16_384;
const TEXT_MAX_CHARACTERS = 1_024;
/** Limit of an error's stack in characters; of a longer one only so many code locations are kept. */
const STACK_MAX_CHARACTERS = 4_096;
const LOCATIONS_MAX = 15;
const LOCATION_MAX_CHARACTERS = 200;
/** Fields of an object and entries of a list that are kept of a longer line. */
const ENTRIES_MAX = 50;
/** A longer text without a space is neither an address nor a token. */
const WORD_MAX_CHARACTERS = 400;
const CUT = ' [cut]';

/**
 * Masks for addresses, tokens and passwords in any field. Each pattern takes linear time in the length of the line: an
 * address match begins only where a run of address characters begins, and takes the whole run.
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
 * The beginning of a text. It ends after a word, else after a part of a URL or list, so that no half of an address or
 * token is left, which no mask would match.
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

/** Shortens a long stack to the beginning of the message and the first code locations. */
function shortStack(stack: string): string {
  if (stack.length <= STACK_MAX_CHARACTERS) return stack;
  const locations = stack.split('\n').filter((line) => line.startsWith('    at '));
  return [
    shortened(stack, TEXT_MAX_CHARACTERS),
    ...locations.slice(0, LOCATIONS_MAX).map((line) => shortened(line, LOCATION_MAX_CHARACTERS)),
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
 * An error without personal data: a failed query's message contains its parameters, and the database's detail contains
 * values. The statement and the database's code are kept.
 */
function withoutPersonalData(error: unknown): unknown {
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
  return error.cause instanceof Error ? { ...plain, cause: withoutPersonalData(error.cause) } : plain;
}

/**
 * The program's log: JSON lines without personal data, each of at most 16,384 characters before masking.
 * @param write where lines go; standard output by default
 */
export function openLog(level: LevelWithSilent, write?: (line: string) => void): Logger {
  const out = write ?? defaultWrite();
  return pino(
    { level, serializers: { err: withoutPersonalData } },
    { write: (line: string) => out(mask(bounded(line))) },
  );
}

function defaultWrite(): (line: string) => void {
  const destination = pino.destination({ dest: 1, sync: true });
  return (line) => void destination.write(line);
}
