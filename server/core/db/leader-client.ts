import type pg from 'pg';
import { hostUrls } from '../config.ts';
import { LimitedClient } from './limited-client.ts';

export interface DatabaseConnection extends pg.ClientConfig {
  Client?: typeof LimitedClient;
  hosts?: number;
}

/** The address may name several hosts of one cluster. */
export function connectionTo(url: string): DatabaseConnection {
  const urls = hostUrls(url);
  return urls.length === 1 ? { connectionString: url } : { Client: leaderClient(urls), hosts: urls.length };
}

/** Connects to the host that takes writes: all clients try one host until it is gone or read-only, then the next. */
function leaderClient(urls: string[]): typeof LimitedClient {
  let current = 0;
  return class LeaderClient extends LimitedClient {
    constructor(config: pg.ClientConfig = {}) {
      const asked = current;
      super({ ...config, connectionString: urls[asked] ?? '' });
      const toLeader = async (connecting: Promise<unknown>) => {
        try {
          await connecting;
          const { rows } = await this.query<{ reads: boolean }>('select pg_is_in_recovery() as reads');
          if (rows[0]?.reads) throw new Error(`Connection terminated: ${this.host} only reads.`);
          return this;
        } catch (error) {
          if (current === asked) current = (asked + 1) % urls.length;
          this.connection.stream.destroy();
          throw error;
        }
      };
      this.connect = new Proxy(this.connect, {
        apply: (connect, self, [done]: [((error: unknown) => void)?]) => {
          const connected = toLeader(Reflect.apply(connect, self, []));
          if (done === undefined) return connected;
          connected.then(() => done(null), done);
        },
      });
    }
  };
}
