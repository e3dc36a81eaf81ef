import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BadSettings } from './config.ts';

/** PEM text, with `\n` for line breaks, or the path of a PEM file. @throws {BadSettings} when it is neither */
export function pemSetting(name: string, value: string): string {
  if (value.includes('-----BEGIN')) return value.replaceAll('\\n', '\n');
  try {
    const text = readFileSync(value, 'utf8');
    if (text.includes('-----BEGIN')) return text;
  } catch (error) {
    throw new BadSettings(`${name}: wants PEM text or the path of a PEM file (${errorCode(error)})`, {
      cause: error,
    });
  }
  throw new BadSettings(`${name}: the file it names holds no PEM text`);
}

/** @throws {BadSettings} when the text is not an unencrypted private key */
export function privateKeySetting(name: string, pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw new BadSettings(`${name}: wants an unencrypted private key in PEM (${errorCode(error)})`, {
      cause: error,
    });
  }
}

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'not readable';
