import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** A range below the ephemeral ports, which outgoing connections may take at any time. */
const FIRST = 20_000;
const BEYOND = 32_000;

/** A loopback port that is free now, chosen at random so that concurrent tests hardly ever get the same. */
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
