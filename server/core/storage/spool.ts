import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { S3Body } from './s3-client.ts';

/** The file is unlinked at once, so that a killed process leaves nothing. @throws when the source fails */
export async function withSpooled<Result>(
  source: Readable,
  use: (body: Omit<S3Body, 'open'> & { open: () => Readable }) => Promise<Result>,
): Promise<Result> {
  // A stream may fail before it is read, and an error without a listener ends the process; reading throws it.
  source.on('error', () => {});
  const handle = await openNameless();
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    await handle.writeFile(
      (async function* () {
        for await (const chunk of source) {
          const content = Buffer.from(chunk);
          hash.update(content);
          bytes += content.length;
          yield content;
        }
      })(),
    );
    const digest = hash.digest('hex');
    return await use({
      open: () => Readable.from(contentOf(handle), { objectMode: false }),
      bytes,
      hash: digest,
    });
  } finally {
    await handle.close();
  }
}

const CHUNK_BYTES = 65_536;

/** Reads from the beginning, any number of times; a stream of the handle's own would close it at its end. */
async function* contentOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

async function openNameless(): Promise<FileHandle> {
  const file = path.join(tmpdir(), `slow-letters-spool-${randomUUID()}`);
  const handle = await open(file, 'wx+', 0o600);
  await unlink(file);
  return handle;
}
