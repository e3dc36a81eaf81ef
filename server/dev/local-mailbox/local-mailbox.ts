import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config.ts';

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]', '::1'];
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

type MailboxSettings = Pick<Config, 'SMTP_URL' | 'HOST' | 'DATA_DIR' | 'publicUrl'>;

export interface LocalMailbox {
  /** false when mail leaves, or when anybody but this machine could look in: it holds reset links */
  open: boolean;
  /** the link to print at the start; null when it is not open */
  url: string | null;
}

/** Whether caught mail can be read here, and by which link. */
export function localMailbox(config: MailboxSettings): LocalMailbox {
  if (!isOpen(config)) return { open: false, url: null };
  return { open: true, url: `${config.publicUrl}/mailbox?token=${mailboxToken(config)}` };
}

export function isOpen({ SMTP_URL, HOST, publicUrl }: MailboxSettings): boolean {
  return !SMTP_URL && LOCAL_HOSTS.includes(HOST) && LOCAL_HOSTS.includes(new URL(publicUrl).hostname);
}

/**
 * The secret in the link: 256 random bits, made once and kept in the data folder for its owner alone, so that a
 * link goes on working over restarts.
 */
export function mailboxToken({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  const folder = path.resolve(DATA_DIR);
  const file = path.join(folder, 'mailbox-token');
  const kept = readToken(file);
  if (kept) return kept;

  mkdirSync(folder, { recursive: true });
  const made = randomBytes(32).toString('base64url');
  const draft = path.join(folder, `.mailbox-token-${process.pid}-${randomBytes(4).toString('hex')}`);
  const handle = openSync(draft, 'wx', 0o600);
  writeSync(handle, made);
  fsyncSync(handle);
  closeSync(handle);
  try {
    // A link is refused when the file is there: of two processes that start at once, one wins whole.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!readToken(file)) renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  return readToken(file) ?? made;
}

function readToken(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return TOKEN.test(text) ? text : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
