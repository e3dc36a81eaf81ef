import pg from 'pg';

/** Milliseconds that the other end may take to close a connection before it is destroyed. */
const CLOSE_MS = 1_000;
/** After ten seconds without traffic the kernel asks whether the other end is still there. */
export const KEEPALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

const TOO_LATE = 'Query read timeout';
/** SQLSTATEs of a server that is not the primary, or of an invalid prepared statement (PostgreSQL, appendix A). */
const USELESS = ['25006', '0A000', '26000', '42P05'];

/** Destroys a useless connection, on which the next query would wait or fail, and one that takes long to close. */
export class LimitedClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    // Not a copy: that would lose the password, which the pool hides from enumeration.
    super(config);
    const destroyWhenUseless = (error: unknown) => {
      if (isUseless(error)) this.connection.stream.destroy();
    };
    this.query = new Proxy(this.query, {
      apply: (query, self, values) => {
        const answer: unknown = Reflect.apply(query, self, values);
        if (answer instanceof Promise) answer.catch(destroyWhenUseless);
        return answer;
      },
    });
    this.end = new Proxy(this.end, {
      apply: (end, self, values) => {
        setTimeout(() => this.connection.stream.destroy(), CLOSE_MS).unref();
        return Reflect.apply(end, self, values);
      },
    });
  }
}

function isUseless(error: unknown): boolean {
  return (
    isTooLate(error) || (error instanceof Error && 'code' in error && USELESS.includes(String(error.code)))
  );
}

/** Whether no answer came within `query_timeout`: the server's own limits end a statement sooner, and say so. */
export function isTooLate(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at.message === TOO_LATE) return true;
  return false;
}
