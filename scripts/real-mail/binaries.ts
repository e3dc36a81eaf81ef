import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

export interface MailBinaries {
  postfix: string;
  postconf: string;
  dovecot: string;
}

/** The superuser's folders are not on everybody's PATH. */
const FOLDERS = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin', '/sbin'];

export function findMailBinaries(): MailBinaries | string {
  const [postfix, postconf, dovecot] = ['postfix', 'postconf', 'dovecot'].map(find);
  if (!postfix || !postconf || !dovecot) {
    return 'Postfix and Dovecot are not both installed. On Debian or Ubuntu: apt-get install postfix dovecot-imapd';
  }
  if (process.getuid?.() !== 0)
    return 'Postfix can only be started by root. Run this as root, in a container say.';
  const version = spawnSync(dovecot, ['--version'], { encoding: 'utf8' }).stdout.trim();
  if (!version.startsWith('2.3.'))
    return `Dovecot is ${version}; the settings written here are those of 2.3.`;
  return { postfix, postconf, dovecot };
}

function find(name: string): string | undefined {
  return FOLDERS.map((folder) => path.join(folder, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
