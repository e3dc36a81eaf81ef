import { parentPort } from 'node:worker_threads';
import { type ParsedMessage, parseMessage } from './parse-message.ts';
import { mayBePhoto } from './photo-parts.ts';
import { type ReplyText, replyText } from './reply-text.ts';

/** What the thread says: that it is there, then of each message what it is and what is new in it. */
export type ReadingStep =
  | { step: 'ready' }
  | { step: 'parsed'; message: ParsedMessage }
  | { step: 'read'; text: ReplyText }
  | { step: 'failed'; reason: string };

const port = parentPort;
port?.on('message', (raw: Uint8Array) => {
  const say = (step: ReadingStep) => port.postMessage(step);
  parseMessage(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))
    .then((message) => {
      say({ step: 'parsed', message });
      say({ step: 'read', text: replyText(message, { photos: message.attachments.some(mayBePhoto) }) });
    })
    .catch((error: unknown) => say({ step: 'failed', reason: String(error) }));
});
port?.postMessage({ step: 'ready' } satisfies ReadingStep);
