import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import yazl from 'yazl';

export interface ZipEntry {
  /** path within the archive, with slashes */
  name: string;
  stream: Readable;
  /** false for what is compressed already */
  compress: boolean;
}

export const textEntry = (name: string, parts: string[] | AsyncIterable<string>): ZipEntry => ({
  name,
  stream: Readable.from(parts, { objectMode: false }),
  compress: true,
});

/** Written while it is read. One entry is open at a time, which destroying closes; memory grows by 300 bytes an entry. */
export function zipStream(entries: AsyncIterable<ZipEntry>, mtime: Date): Readable {
  const archive = new yazl.ZipFile();
  const zip = new PassThrough();
  archive.on('error', (error: Error) => zip.destroy(error));
  archive.outputStream.pipe(zip);
  addEach(archive, zip, entries, mtime).catch((error: Error) => zip.destroy(error));
  return zip;
}

async function addEach(
  archive: yazl.ZipFile,
  zip: PassThrough,
  entries: AsyncIterable<ZipEntry>,
  mtime: Date,
): Promise<void> {
  for await (const { name, stream, compress } of entries) {
    const read = once(stream, 'close');
    const close = () => stream.destroy();
    zip.once('close', close);
    if (zip.destroyed) close();
    else addOnce(archive, { name, stream, compress }, mtime);
    // Rejects with the stream's own error.
    await read;
    zip.off('close', close);
    if (zip.destroyed) return;
  }
  archive.end();
}

/** As `addReadStream`, which would hold on to every stream until the end: about 15 kB for a file that was read. */
function addOnce(archive: yazl.ZipFile, { name, stream, compress }: ZipEntry, mtime: Date): void {
  let given: Readable | null = stream;
  archive.addReadStreamLazy(name, { mtime, compress }, (give) => {
    if (given) give(null, given);
    given = null;
  });
}

/** Reading stops when the client disconnects. @param disposition its header */
export function sendZip(reply: FastifyReply, zip: Readable, disposition: string): FastifyReply {
  reply.raw.once('close', () => zip.destroy());
  return reply
    .type('application/zip')
    .header('content-disposition', disposition)
    .header('cache-control', 'no-store')
    .send(zip);
}
