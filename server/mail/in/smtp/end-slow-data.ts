import type { SMTPServerDataStream } from 'smtp-server';

/**
 * A message must bring so many bytes in each window of so many milliseconds. The window is as long as a client may wait
 * for one block (RFC 5321, 4.5.3.2.5), so that slow mail servers are not ended.
 */
const WINDOW_MS = 180_000;
const WINDOW_BYTES = 30_000;
const LOOK_EVERY_MS = 10_000;

/** The message arrives too slowly. */
export class SlowData extends Error {
  override name = 'SlowData';
}

/**
 * Ends a message whose bytes come now and then only, by an error of its stream.
 * @returns what stops looking
 */
export function endSlowData(stream: SMTPServerDataStream): () => void {
  let since = performance.now();
  let bytes = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    // What has arrived and is not read yet waits for us, not for the client.
    if (stream.readableLength > 0) since = now;
    if (now - since < WINDOW_MS) return;
    if (stream.byteLength - bytes >= WINDOW_BYTES) {
      since = now;
      bytes = stream.byteLength;
    } else stream.destroy(new SlowData('The message arrives too slowly.'));
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
