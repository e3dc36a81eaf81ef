import { parentPort } from 'node:worker_threads';
import { checkDmarc, checkSigners, type Dmarc, type MessageOrigin } from '../classify/check-dmarc.ts';

/** Without an origin it asks who signed the message. */
export interface DmarcRequest {
  id: number;
  raw: Uint8Array;
  origin: MessageOrigin | null;
}

export type DmarcResult = { ready: true } | { id: number; result: Dmarc | string[] };

const port = parentPort;
const post = (result: DmarcResult) => port?.postMessage(result);

port?.on('message', ({ id, raw: bytes, origin }: DmarcRequest) => {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const checked: Promise<Dmarc | string[]> = origin ? checkDmarc(raw, origin) : checkSigners(raw);
  checked.then((result) => post({ id, result }));
});
post({ ready: true });
