import { type SilentProxy, startSilentProxy } from '../faults/silent-proxy.ts';
import { createTestDatabase } from './test-database.ts';

export interface ProxiedDatabase {
  /** through the proxy, over TCP */
  url: string;
  proxy: SilentProxy;
  drop(): Promise<void>;
}

/** A test database behind a proxy whose connections can be dropped without a word. */
export async function createProxiedDatabase(): Promise<ProxiedDatabase> {
  const database = await createTestDatabase();
  const url = new URL(database.url);
  const socket = url.searchParams.get('host');
  const proxy = await startSilentProxy(
    socket?.startsWith('/')
      ? { path: `${socket}/.s.PGSQL.${url.port}` }
      : { host: url.hostname, port: Number(url.port) },
  );
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${proxy.port}`;
  return {
    url: url.href,
    proxy,
    drop: async () => {
      await proxy.close();
      await database.drop();
    },
  };
}
