/** SQLSTATE classes and codes of a server that is starting, stopping, full or unreachable (PostgreSQL, appendix A). */
const AWAY = /^(08|57P0[1-5]|53300|55000)/;
/** Messages of the driver where there is no SQLSTATE. */
const AWAY_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|has encountered a connection error/;
/** A connection that broke while it was in use. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE']);

/** Whether the database is unreachable or out of connections, so that a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (AWAY_MESSAGES.test(at.message)) return true;
    const { code, syscall } = at as NodeJS.ErrnoException;
    if (typeof code !== 'string') continue;
    if (syscall === 'connect' || BROKEN.has(code) || (syscall === undefined && AWAY.test(code))) return true;
  }
  return false;
}
