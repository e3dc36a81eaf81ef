import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

export interface ClamavStandIn {
  /** host:port */
  address: string;
  /** what it was sent, one entry a scan */
  scanned: Buffer[];
  close(): Promise<void>;
}

/**
 * A ClamAV daemon that knows one virus, a file with the word INFECTED, and checks the framing of INSTREAM.
 * @param answers false: it takes everything and never answers
 */
export async function startClamav({ answers = true } = {}): Promise<ClamavStandIn> {
  const scanned: Buffer[] = [];
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      received = Buffer.concat([received, Buffer.from(data)]);
      const content = streamed(received);
      if (content === null || !answers) return;
      scanned.push(content);
      socket.end(content.includes('INFECTED') ? 'stream: Test-Signature FOUND\u0000' : 'stream: OK\u0000');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    scanned,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const COMMAND = Buffer.from('zINSTREAM\u0000');

/** @returns the file, once its last chunk has come */
function streamed(received: Buffer): Buffer | null {
  if (received.length >= COMMAND.length && !received.subarray(0, COMMAND.length).equals(COMMAND))
    throw new Error('not INSTREAM');
  const chunks: Buffer[] = [];
  for (let at = COMMAND.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    if (at + 4 + length > received.length) return null;
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}
