import { parentPort } from 'node:worker_threads';
import { checkDmarc, type Dmarc, type WhereFrom } from '../classify/check-dmarc.ts';

export interface DmarcRequest extends WhereFrom {
  id: number;
  raw: Uint8Array;
}

export type DmarcResult = { ready: true } | { id: number; dmarc: Dmarc };

const port = parentPort;
const say = (answer: DmarcResult) => port?.postMessage(answer);

port?.on('message', ({ id, raw, ...from }: DmarcRequest) => {
  checkDmarc(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), from).then((dmarc) =>
    say({ id, dmarc }),
  );
});
say({ ready: true });
