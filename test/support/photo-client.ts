import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { count } from 'drizzle-orm';
import { photos } from '../../server/letters/photos/schema.ts';
import type { UploadResponse } from '../../shared/photos.ts';
import { quarteredPhoto } from '../photos/sample-photos.ts';
import { type SignedIn, signedIn } from './sign-in.ts';
import { startTestProduct, type TestProduct, type TestProductOptions } from './test-product.ts';

/** A part of an upload, in the field `photos` unless another is given. */
export type Part = [content: Buffer, name: string, field?: string];

export interface PhotoClient {
  product: TestProduct;
  /** who is signed in unless other headers are given */
  writer: SignedIn;
  port: number;
  send(parts: Part[], headers?: Record<string, string>): Promise<Response>;
  /** Uploads a photo of the writer. @returns its filename */
  uploadOne(name?: string): Promise<string>;
  /** @param address filename and query */
  photo(address: string, headers?: Record<string, string>): Promise<Response>;
  /** temporary files of unfinished uploads */
  temporaryFiles(): Promise<string[]>;
  /** rows in the database and files in storage */
  kept(): Promise<{ rows: number; files: number }>;
}

/**
 * The product on a port, for tests of photos over real HTTP.
 * @param env settings, as the environment would give them
 * @param more what it does besides
 */
export async function startPhotoClient(
  env: Record<string, string> = {},
  {
    verified = false,
    ...more
  }: Pick<TestProductOptions, 'worker' | 'receiver' | 'log'> & { verified?: boolean } = {},
): Promise<PhotoClient> {
  const product = await startTestProduct({ listen: true, env, ...more });
  const address = product.app.server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The product does not listen on a port.');
  const { port } = address;
  const writer = await signedIn(product, { displayName: 'Maren Oakes', verified });
  const origin = `http://127.0.0.1:${port}`;

  const send = (parts: Part[], headers: Record<string, string> = writer.headers): Promise<Response> => {
    const form = new FormData();
    for (const [content, name, field = 'photos'] of parts) {
      form.append(field, new File([new Uint8Array(content)], name));
    }
    return fetch(`${origin}/api/upload`, { method: 'POST', headers, body: form });
  };
  return {
    product,
    writer,
    port,
    send,
    uploadOne: async (name = 'letter.jpg') => {
      const answer = (await (await send([[await quarteredPhoto(1), name]])).json()) as UploadResponse;
      const [file] = answer.files;
      if (!file) throw new Error('The photo was refused.');
      return file.filename;
    },
    photo: (target, headers = writer.headers) => fetch(`${origin}/api/photo/${target}`, { headers }),
    temporaryFiles: () => readdir(path.join(product.dataDir, 'tmp')),
    kept: async () => {
      const all = await readdir(path.join(product.dataDir, 'storage'), { recursive: true });
      const [row] = await product.services.db.select({ rows: count() }).from(photos);
      return { rows: row?.rows ?? 0, files: all.filter((name) => name.endsWith('.jpg')).length };
    },
  };
}

/** Reads the body of an error. */
export async function errorOf(answer: Response): Promise<{ status: number; code: string; message: string }> {
  const { code, message } = (await answer.json()) as { code: string; message: string };
  return { status: answer.status, code, message };
}

/** Waits until the check holds, for 10 seconds at most. */
export async function eventually(check: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await pause(20)) if (await check()) return;
  throw new Error('The check did not hold within 10 s.');
}
