/** SQLSTATEs of a server that is starting, stopping, full, unreachable or not the leader (PostgreSQL, appendix A). */
const AWAY = /^(08|57P0[1-5]|53300|55000|25006)/;
/** SQLSTATE of what took too long: a statement, a wait for a lock, a transaction. */
const TOO_LONG = /^(57014|55P03|25P03)/;
/** Messages of the driver where there is no SQLSTATE. */
const AWAY_MESSAGES =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client was closed|has encountered a connection error/;
const BROKEN = new Set(['ECONNRESET', 'EPIPE']);

/** Also too slow at present: a retry may succeed. */
export const isDatabaseAway = (error: unknown): boolean =>
  isDatabaseOutage(error) || codeIn(error, TOO_LONG) !== null;

function codeIn(error: unknown, codes: RegExp): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && codes.test(String(at.code))) return String(at.code);
  }
  return null;
}

/** Whether the database is unreachable or out of connections: every request and job fails alike. */
export function isDatabaseOutage(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (AWAY_MESSAGES.test(at.message)) return true;
    const { code, syscall } = at as NodeJS.ErrnoException;
    if (typeof code !== 'string') continue;
    if (syscall === 'connect' || BROKEN.has(code) || (syscall === undefined && AWAY.test(code))) return true;
  }
  return false;
}

/** Disk full, only readable, failing, gone or not ours; too many open files. */
const NO_WRITES = /^(53100|ENOENT|ENOSPC|EDQUOT|EROFS|EIO|EACCES|EPERM|EMFILE|ENFILE)$/;

/** A code of what only somebody can mend; null for any other error. */
export const writeFault = (error: unknown): string | null => codeIn(error, NO_WRITES);
