import { spawn, spawnSync } from 'node:child_process';
import { chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.ts';
import type { MailBinaries } from './binaries.ts';
import { writeDovecotSettings } from './dovecot-settings.ts';
import { type MailDomains, writePostfixSettings } from './postfix-settings.ts';

export interface MailServer {
  smtpPort: number;
  imapPort: number;
  /** stops Postfix; what it has taken it keeps */
  stopPostfix(): void;
  startPostfix(): void;
  log(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Postfix and Dovecot on loopback ports with their settings, queue and mailboxes in a folder of their own; nothing
 * that runs on this machine already is touched.
 * @throws Error with the server's own words when one doesn't start
 */
export async function startMailServer(binaries: MailBinaries, domains: MailDomains): Promise<MailServer> {
  // Both servers give up root, and have to find their way in.
  const home = await mkdtemp(path.join(tmpdir(), 'slow-letters-mail-'));
  run('chmod', ['0755', home]);
  const [smtpPort, imapPort] = [await freePort(), await freePort()];
  const owner = { uid: idOf('-u'), gid: idOf('-g') };
  const mailboxes = path.join(home, 'mailboxes');
  await mkdir(mailboxes);
  await chown(mailboxes, owner.uid, owner.gid);

  const postfix = await writePostfixSettings(binaries, { home, smtpPort, mailboxes, owner, domains });
  const startPostfix = () => run(binaries.postfix, ['-c', postfix, 'start']);
  const stopPostfix = () => run(binaries.postfix, ['-c', postfix, 'stop']);
  const log = () => readFile(path.join(home, 'postfix.log'), 'utf8').catch(() => '');

  const dovecot = await writeDovecotSettings({ home, imapPort, mailboxes, owner });
  const imap = spawn(binaries.dovecot, ['-F', '-c', dovecot], { stdio: 'inherit' });
  const imapEnded = new Promise((resolve) => imap.once('exit', resolve));
  const close = async () => {
    spawnSync(binaries.postfix, ['-c', postfix, 'stop'], { stdio: 'ignore' });
    imap.kill('SIGTERM');
    await imapEnded;
    await rm(home, { recursive: true, force: true });
  };
  try {
    startPostfix();
    for (const port of [smtpPort, imapPort]) await answers(port);
  } catch (error) {
    console.error(await log());
    await close();
    throw error;
  }
  return { smtpPort, imapPort, startPostfix, stopPostfix, log, close };
}

/** `mail` owns the mailboxes, as it does on most systems. */
function idOf(kind: '-u' | '-g'): number {
  return Number(run('id', [kind, 'mail']));
}

function run(command: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`);
  return stdout.trim();
}

async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const socket = connect(port, '127.0.0.1');
    const greeted = await new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('close', () => resolve(false));
    });
    socket.destroy();
    if (greeted) return;
    await sleep(100);
  }
  throw new Error(`Nothing answers on port ${port}.`);
}
