import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Every mailbox has it. */
export const PASSWORD = 'only-on-loopback';

interface DovecotPlace {
  home: string;
  imapPort: number;
  mailboxes: string;
  /** user and group that own the mailboxes */
  owner: { uid: number; gid: number };
}

/**
 * Writes the settings of a Dovecot 2.3 of its own: IMAP on one loopback port, for the mailboxes that Postfix fills.
 * @returns the file
 */
export async function writeDovecotSettings({
  home,
  imapPort,
  mailboxes,
  owner,
}: DovecotPlace): Promise<string> {
  const [file, run] = [path.join(home, 'dovecot.conf'), path.join(home, 'dovecot')];
  await mkdir(run, { mode: 0o755 });
  await writeFile(
    file,
    `base_dir = ${run}
state_dir = ${run}
log_path = ${home}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:~/Maildir
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${mailboxes}/%n
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${imapPort}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`,
  );
  return file;
}
