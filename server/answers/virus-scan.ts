import { connect, type Socket } from 'node:net';

export type ScanResult = 'clean' | 'infected' | 'unchecked';

/** Milliseconds for one file, connecting included. */
const DEADLINE = 20_000;
const CHUNK_BYTES = 64 * 1024;
const ANSWER_MAX_BYTES = 1024;

/**
 * ClamAV's `clamd` protocol, command INSTREAM: chunks, each after its length in four bytes, an empty one at the end.
 * A daemon that is away, slow, or has a smaller limit leaves the file unchecked.
 * @param address path of a Unix socket, or `host:port`
 * @param deadline milliseconds
 */
export function scanForViruses(
  address: string,
  content: Uint8Array,
  deadline: number = DEADLINE,
): Promise<ScanResult> {
  return new Promise((resolve) => {
    const socket = connect(whereabouts(address));
    const timer = setTimeout(() => finish('unchecked'), deadline);
    let answer = '';
    const finish = (result: ScanResult) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    socket.setEncoding('latin1');
    socket.on('error', () => finish('unchecked'));
    socket.on('close', () => finish(resultOf(answer)));
    socket.on('data', (text: string) => {
      answer += text;
      if (answer.includes('\u0000') || answer.length > ANSWER_MAX_BYTES) finish(resultOf(answer));
    });
    socket.on('connect', () => send(socket, content));
  });
}

function whereabouts(address: string): { path: string } | { host: string; port: number } {
  const tcp = /^([^/]+):(\d{1,5})$/.exec(address);
  return tcp ? { host: (tcp[1] ?? '').replace(/^\[|\]$/g, ''), port: Number(tcp[2]) } : { path: address };
}

function send(socket: Socket, content: Uint8Array): void {
  socket.write('zINSTREAM\u0000');
  for (let from = 0; from < content.length; from += CHUNK_BYTES) {
    const chunk = content.subarray(from, from + CHUNK_BYTES);
    socket.write(lengthOf(chunk.length));
    socket.write(chunk);
  }
  socket.write(lengthOf(0));
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** 'stream: OK', or 'stream: Eicar-Test-Signature FOUND'; anything else is an error of the daemon. */
function resultOf(answer: string): ScanResult {
  const text = answer.replaceAll('\u0000', '').trim();
  if (text === 'stream: OK') return 'clean';
  return text.endsWith(' FOUND') ? 'infected' : 'unchecked';
}
