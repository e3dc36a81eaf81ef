import pino, { type LevelWithSilent, type Logger } from 'pino';
import { isDatabaseOutage } from './db/unavailable.ts';
import { traceFields } from './trace.ts';

/** Characters. */
const LINE_MAX_CHARACTERS = 16_384;
const TEXT_MAX_CHARACTERS = 1_024;
const LOCATIONS_MAX = 15;
const CAUSES_MAX = 5;
/** A function's name at most, a file, line and column. */
const LOCATION =
  /^ {4}at (?:[\w$.<>#[\] ]{1,120} \()?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^\s()]{1,200}:\d{1,7}:\d{1,7}\)?$/;
const ENTRIES_MAX = 50;
/** A longer text without a space is neither an address nor a token. */
const WORD_MAX_CHARACTERS = 400;
const CUT = ' [cut]';

/** In linear time: an address match begins only where a run of address characters begins, and takes the whole run. */
const MASKS: [pattern: RegExp, instead: string][] = [
  // user:password@ in an address, before the @ is taken for a mailbox's
  [/:\/\/[^\s/@"\\:]{0,256}:[^\s@"\\]{0,2048}@/g, '://[login]@'],
  [
    /(?<![\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-])[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}-][\p{L}\p{N}.!#$%&'*+/=?^_`{|}~@-]*/gu,
    '[address]',
  ],
  [/\/(l\/all|l|mute|mailbox|reminders|calendar)\/[\w.~-]{16,}/g, '/$1/[token]'],
  [/\b(oobCode|token|key|code|secret|state|password)=[^&\s"\\]+/gi, '$1=[secret]'],
  [/\b(Bearer|Basic) +[\w+/=.~-]{8,}/g, '$1 [secret]'],
  [/\b(sk|rk)_(live|test)_\w+|\bwhsec_\w+/g, '[secret]'],
];

const mask = (line: string) =>
  MASKS.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line);

/** After a word, else a part of a URL or list: no mask would match half of an address or token. */
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

/** A stack begins with its message, whose lines may look like locations. */
function locationsOf({ stack = '', message }: Error): string {
  const lines = stack.slice(stack.lastIndexOf(message) + message.length).split('\n');
  return lines
    .filter((line) => LOCATION.test(line))
    .slice(0, LOCATIONS_MAX)
    .join('\n');
}

/** Without the values that a parser or the database quotes (class 22). */
function messageOf(error: Error & { code?: unknown }): string {
  const line = shortened(error.message.split('\n', 1)[0] ?? '', TEXT_MAX_CHARACTERS);
  const quotes = error instanceof SyntaxError || /^22/.test(String(error.code));
  return quotes ? line.replace(/".*"/, '"[value]"') : line;
}

function bounded(line: string): string {
  if (line.length <= LINE_MAX_CHARACTERS) return line;
  const fields: Record<string, unknown> = JSON.parse(line);
  const short = JSON.stringify(shortValue(fields));
  if (short.length < LINE_MAX_CHARACTERS) return `${short}\n`;
  const { level, time, pid, hostname, reqId, trace, msg } = fields;
  return `${JSON.stringify(shortValue({ level, time, pid, hostname, reqId, trace, msg, cut: true }))}\n`;
}

function shortValue(value: unknown): unknown {
  if (typeof value === 'string') return shortened(value, TEXT_MAX_CHARACTERS);
  if (Array.isArray(value)) return value.slice(0, ENTRIES_MAX).map(shortValue);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).slice(0, ENTRIES_MAX);
  return Object.fromEntries(entries.map(([name, each]) => [shortened(name, 100), shortValue(each)]));
}

/** Without a query's parameters and the database's detail, which hold values; its statement and code are kept. */
function withoutPersonalData(error: unknown, depth = 1): unknown {
  if (!(error instanceof Error)) return error;
  const plain: Record<string, unknown> = {
    type: error.constructor.name,
    message: messageOf(error),
    stack: locationsOf(error),
  };
  for (const name of ['code', 'status', 'responseCode', 'constraint', 'table', 'command', 'query'])
    if (name in error) plain[name] = Reflect.get(error, name);
  if (error.cause instanceof Error && depth < CAUSES_MAX)
    plain.cause = withoutPersonalData(error.cause, depth + 1);
  return plain;
}

/** Milliseconds without a failure after which an outage is over. */
const QUIET_MS = 10_000;
/** Milliseconds between two lines about one outage. */
const REMINDED_EVERY_MS = 60_000;

/**
 * @param tell called each minute of an outage, and when it is over
 * @returns counts a failure, and says whether it is the first of an outage
 */
function outageCounter(tell: (failures: number, seconds: number, isOver: boolean) => void): () => boolean {
  let [begun, last, reminded, failures] = [0, 0, 0, 0];
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const now = performance.now();
    const isOver = now - last >= QUIET_MS;
    if (!isOver && now - reminded < REMINDED_EVERY_MS) return;
    reminded = now;
    tell(failures, Math.round((last - begun) / 1_000), isOver);
    if (!isOver) return;
    clearInterval(timer);
    timer = undefined;
    failures = 0;
  };
  return () => {
    last = performance.now();
    failures++;
    if (timer) return false;
    begun = reminded = last;
    timer = setInterval(look, QUIET_MS / 2).unref();
    return true;
  };
}

/** An outage of the database is logged once and then counted, though each request and job loop reports it. */
export function openLog(level: LevelWithSilent, write?: (line: string) => void): Logger {
  const out = write ?? defaultWrite();
  const isFirst = outageCounter((failures, seconds, isOver) => {
    if (isOver) log.info({ failures, seconds }, 'the database failed no more');
    else log.error({ failures, seconds }, 'the database still fails');
  });
  const log: Logger = pino(
    {
      level,
      mixin: () => traceFields(),
      serializers: { err: (error: unknown) => withoutPersonalData(error) },
      hooks: {
        logMethod(given, write) {
          const [fields]: unknown[] = given;
          const error = typeof fields === 'object' && fields && 'err' in fields ? fields.err : null;
          if (!isDatabaseOutage(error) || isFirst()) write.apply(this, given);
        },
      },
    },
    { write: (line: string) => out(mask(bounded(line))) },
  );
  return log;
}

/** A line that cannot be written, on a full disk or a terminal that was closed, is lost, and does not end the process. */
function defaultWrite(): (line: string) => void {
  const open = () =>
    pino.destination({ dest: 1, sync: true }).once('error', () => {
      destination = open();
    });
  let destination = open();
  return (line) => void destination.write(line);
}
