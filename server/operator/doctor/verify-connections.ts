import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import type { Config } from '../../config.ts';
import { clientName, security } from '../../delivery/smtp-transport.ts';
import { imapAccount } from '../../inbound/imap/imap-account.ts';

const TIME_OUT = 15_000;

/**
 * Connects to the SMTP server as a letter would, with TLS and login, and sends nothing.
 * @throws the library's error, its `code` EAUTH, ETLS, EDNS, ECONNECTION…
 */
export async function verifySmtp(config: Config, smtpUrl: string): Promise<void> {
  const transporter = createTransport({
    url: smtpUrl,
    name: clientName(config),
    connectionTimeout: TIME_OUT,
    greetingTimeout: TIME_OUT,
    socketTimeout: TIME_OUT,
    dnsTimeout: TIME_OUT,
    ...security(new URL(smtpUrl)),
  });
  try {
    await transporter.verify();
  } finally {
    transporter.close();
  }
}

/** Opens the mailbox of IMAP_URL as the door does, and leaves it. @throws the library's error */
export async function verifyImap(imapUrl: string): Promise<void> {
  const { connection, mailbox } = imapAccount(imapUrl);
  const client = new ImapFlow({ ...connection, logger: false, greetingTimeout: TIME_OUT });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.mailboxOpen(mailbox, { readOnly: true });
    await client.logout();
  } finally {
    client.close();
  }
}
