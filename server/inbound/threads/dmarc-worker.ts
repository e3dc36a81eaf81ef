import { parentPort } from 'node:worker_threads';
import { checkDmarc, type Dmarc, type MessageOrigin } from '../classify/check-dmarc.ts';

export interface DmarcRequest extends MessageOrigin {
  id: number;
  raw: Uint8Array;
}

export type DmarcResult = { ready: true } | { id: number; dmarc: Dmarc };

const port = parentPort;
const post = (result: DmarcResult) => port?.postMessage(result);

port?.on('message', ({ id, raw, ...from }: DmarcRequest) => {
  checkDmarc(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), from).then((dmarc) =>
    post({ id, dmarc }),
  );
});
post({ ready: true });
