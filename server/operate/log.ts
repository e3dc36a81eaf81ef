import pino, { type LevelWithSilent, type Logger } from 'pino';

/** What must not reach a log, in any field: whose mail it is, who may open what, and passwords. */
const MASKS: [pattern: RegExp, instead: string][] = [
  // user:password@ in an address, before the @ is taken for a mailbox's
  [/:\/\/[^\s/@"\\]+:[^\s@"\\]*@/g, '://[login]@'],
  [/[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/gu, '[address]'],
  [/\/(l|mute|mailbox)\/[\w.~-]{16,}/g, '/$1/[token]'],
  [/\b(oobCode|token|key|code|secret|state|password)=[^&\s"\\]+/gi, '$1=[secret]'],
  [/\b(Bearer|Basic) +[\w+/=.~-]{8,}/g, '$1 [secret]'],
  [/\b(sk|rk)_(live|test)_\w+|\bwhsec_\w+/g, '[secret]'],
];

const mask = (line: string) =>
  MASKS.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line);

/**
 * A failed query names its parameters, which are what people wrote; the database's own detail names values. The
 * statement and the database's code say enough.
 */
function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, ...rest } = pino.stdSerializers.err(error);
  const cut = (text: string) => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '');
  const plain: Record<string, unknown> = { type, message: cut(message), stack: cut(stack) };
  for (const name of ['code', 'status', 'responseCode', 'constraint', 'table', 'command', 'query'])
    if (name in rest) plain[name] = rest[name];
  return error.cause instanceof Error ? { ...plain, cause: withoutValues(error.cause) } : plain;
}

/**
 * The program's log: JSON lines without personal content, whatever is logged.
 * @param write where lines go; standard output by default
 */
export function openLog(level: LevelWithSilent, write?: (line: string) => void): Logger {
  const out = write ?? defaultWrite();
  return pino({ level, serializers: { err: withoutValues } }, { write: (line: string) => out(mask(line)) });
}

function defaultWrite(): (line: string) => void {
  const destination = pino.destination({ dest: 1, sync: true });
  return (line) => void destination.write(line);
}
