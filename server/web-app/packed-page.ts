import { brotliCompressSync, gzipSync } from 'node:zlib';

/** A page as it is sent, packed once. */
export interface PackedPage {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

export function packPage(html: string): PackedPage {
  const plain = Buffer.from(html);
  return { plain, br: brotliCompressSync(plain), gzip: gzipSync(plain) };
}

/** The smallest that a browser takes. Source: RFC 9110, 12.5.3 */
export function chooseEncoding(accepted: string | undefined): 'br' | 'gzip' | null {
  const takes = (name: string) =>
    (accepted ?? '').split(',').some((each) => {
      const [coding, weight] = each.split(';').map((part) => part.trim().toLowerCase());
      return coding === name && !/^q=0(\.0*)?$/.test(weight ?? '');
    });
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : null;
}
