import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { said } from '../../../../shared/words.ts';
import { badInput } from '../../../core/errors.ts';
import { INBOUND_MAX_BYTES, MessageTooLarge } from '../receive-mail.ts';

export const SLICE_BYTES = 64 * 1024;
/** A form escapes a byte as three, JSON as up to six; no service escapes all of them. */
const BODY_MAX_BYTES = 4 * INBOUND_MAX_BYTES;
export const FIELDS_MAX = 200;
export const NAME_MAX_BYTES = 200;
const [PERCENT, AND, EQUALS] = [0x25, 0x26, 0x3d];

/** A part of a field's value. Those of one field come in a row, under its number; an empty field has one, empty too. */
export interface FieldSlice {
  field: number;
  /** in lower case */
  name: string;
  content: Buffer;
}

/** Lets the event loop run before each slice. @throws {MessageTooLarge} */
export async function* slicesOf(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > BODY_MAX_BYTES) throw new MessageTooLarge('The body is larger than we take.');
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      await setImmediate();
      yield chunk.subarray(at, at + SLICE_BYTES);
    }
  }
}

/** Name of the only field where the whole body is the message. */
export const WHOLE = '';

export async function* wholeMessage(slices: AsyncIterable<Buffer>): AsyncGenerator<FieldSlice> {
  for await (const content of slices) yield { field: 1, name: WHOLE, content };
}

/** @throws 400 for a form that is cut off */
export async function* multipartFields(request: FastifyRequest): AsyncGenerator<FieldSlice> {
  const limits = { parts: FIELDS_MAX, files: FIELDS_MAX, headerPairs: 50, fileSize: INBOUND_MAX_BYTES + 1 };
  let field = 0;
  try {
    // Parts that count as files are streamed, and their bytes are not decoded.
    for await (const part of request.parts({ limits, isPartAFile: () => true })) {
      if (part.type !== 'file') continue;
      field += 1;
      const name = part.fieldname.toLowerCase();
      yield { field, name, content: Buffer.alloc(0) };
      for await (const content of part.file) {
        await setImmediate();
        yield { field, name, content };
      }
    }
  } catch {
    throw incomplete();
  }
}

/**
 * WHATWG URL, 5.1, without decoding UTF-8: a raw message may have bytes that are not, which form parsers would lose.
 * @throws 400 for too many fields
 */
export async function* urlEncodedFields(slices: AsyncIterable<Buffer>): AsyncGenerator<FieldSlice> {
  let field = 0;
  let name: string | null = null;
  /** the beginning of a name or of an escape that the next slice continues */
  let incompletePart: Buffer = Buffer.alloc(0);
  for await (const slice of slices) {
    let unread = Buffer.concat([incompletePart, slice]);
    while (unread.length > 0) {
      if (name === null) {
        const end = unread.subarray(0, NAME_MAX_BYTES).findIndex((byte) => byte === EQUALS || byte === AND);
        if (end < 0 && unread.length < NAME_MAX_BYTES) break;
        field += 1;
        if (end < 0 || field > FIELDS_MAX) throw incomplete();
        name = decoded(unread.subarray(0, end)).toString('latin1').toLowerCase();
        unread = unread.subarray(unread[end] === EQUALS ? end + 1 : end);
      }
      const end = unread.indexOf(AND);
      const value = end < 0 ? withoutCutEscape(unread) : unread.subarray(0, end);
      yield { field, name, content: decoded(value) };
      unread = unread.subarray(end < 0 ? value.length : end + 1);
      if (end < 0) break;
      name = null;
    }
    incompletePart = unread;
  }
  if (name !== null) yield { field, name, content: incompletePart };
}

export const incomplete = () => badInput(said('That form is not complete.'));

function withoutCutEscape(bytes: Buffer): Buffer {
  const begin = bytes.indexOf(PERCENT, -2);
  return begin < 0 ? bytes : bytes.subarray(0, begin);
}

function decoded(bytes: Buffer): Buffer {
  const byteOf = (_escape: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
  const text = bytes.toString('latin1').replaceAll('+', ' ');
  return Buffer.from(text.replace(/%([\da-f]{2})/gi, byteOf), 'latin1');
}
