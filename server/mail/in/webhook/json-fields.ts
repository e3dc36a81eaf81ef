import { said } from '../../../../shared/words.ts';
import { badInput } from '../../../core/errors.ts';
import { FIELDS_MAX, type FieldSlice, NAME_MAX_BYTES } from './field-slices.ts';

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** The strings of a JSON object (RFC 8259); nested and other values are skipped unchecked. @throws 400 when cut off */
export async function* jsonFields(slices: AsyncIterable<Buffer>): AsyncGenerator<FieldSlice> {
  const reader = new ObjectReader();
  for await (const slice of slices) yield* reader.read(slice);
  if (!reader.isComplete) throw notJson();
}

const notJson = () => badInput(said('The request is not valid JSON.'));

class ObjectReader {
  #depth = 0;
  #isInString = false;
  #isValue = false;
  #field = 0;
  #name = '';
  /** an escape sequence as far as it was read */
  #escape = '';
  /** one that was read as an escape, while the next character is unknown; else empty */
  #highSurrogate = '';

  get isComplete(): boolean {
    return this.#depth === 0 && !this.#isInString;
  }

  *read(slice: Buffer): Generator<FieldSlice> {
    for (let at = 0; at < slice.length; ) {
      if (!this.#isInString) this.#skip(slice[at++] ?? 0);
      else if (this.#depth !== 1) this.#skipString(slice[at++] ?? 0);
      else {
        const { content, next } = this.#decode(slice, at);
        at = next;
        if (this.#isValue) yield { field: this.#field, name: this.#name.toLowerCase(), content };
        else this.#name += content.toString('latin1');
        if (this.#name.length > NAME_MAX_BYTES || this.#field > FIELDS_MAX) throw notJson();
      }
    }
  }

  #skip(byte: number): void {
    if (byte === QUOTE) {
      this.#isInString = true;
      if (this.#depth !== 1) return;
      this.#field += 1;
      if (!this.#isValue) this.#name = '';
    } else if (OPENING.has(byte)) this.#depth += 1;
    else if (CLOSING.has(byte)) this.#depth -= 1;
    else if (this.#depth === 1 && (byte === COLON || byte === COMMA)) this.#isValue = byte === COLON;
  }

  #skipString(byte: number): void {
    if (this.#escape !== '') this.#escape = '';
    else if (byte === BACKSLASH) this.#escape = '\\';
    else if (byte === QUOTE) this.#isInString = false;
  }

  /** @returns the slice's part of the current string, in UTF-8, and the index after it */
  #decode(slice: Buffer, from: number): { content: Buffer; next: number } {
    // Three more for a high surrogate of the slice before.
    const out = Buffer.allocUnsafe(slice.length - from + 3);
    let size = 0;
    let at = from;
    for (; at < slice.length && this.#isInString; at++) {
      const byte = slice[at] ?? 0;
      if (this.#escape !== '') size += out.write(this.#escaped(byte), size);
      else if (byte === BACKSLASH) this.#escape = '\\';
      else {
        size += out.write(this.#highSurrogate, size);
        this.#highSurrogate = '';
        if (byte === QUOTE) this.#isInString = false;
        else out[size++] = byte;
      }
    }
    return { content: out.subarray(0, size), next: at };
  }

  /** @returns the characters that this byte of an escape sequence completes; empty for none */
  #escaped(byte: number): string {
    this.#escape += String.fromCharCode(byte);
    if (this.#escape.length < (this.#escape[1] === 'u' ? 6 : 2)) return '';
    let text = this.#highSurrogate;
    try {
      text += JSON.parse(`"${this.#escape}"`);
    } catch {
      throw notJson();
    }
    this.#escape = '';
    this.#highSurrogate = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
    return this.#highSurrogate === '' ? text : text.slice(0, -1);
  }
}
