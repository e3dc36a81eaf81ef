import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that a system gives to connections on their way out, which may take any of theirs at any time. */
const FIRST = 20_000;
const BEYOND = 32_000;

/** A port of the loopback address that nobody listens on now; tests beside this one hardly ever hit upon the same. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEYOND);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
