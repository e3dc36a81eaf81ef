import type { ComposedMail } from './composed-mail.ts';

declare module '../../core/services.ts' {
  interface Services {
    mail: MailTransport;
  }
}

/** Sends mail: by SMTP, or into the local mailbox without `SMTP_URL`. */
export interface MailTransport {
  readonly kind: 'smtp' | 'local-mailbox';
  /** one line for the log at start: kind and server */
  readonly description: string;
  /**
   * Resolves when the mail server has accepted the mail.
   * @throws {DeliveryFailure} when it did not; a fault in reading an attachment is thrown as it is
   */
  send(mail: ComposedMail): Promise<void>;
  /** true when the last mail found no mail server that takes mail from us, or the last two recipients were put off */
  isFailing(): boolean;
  close(): Promise<void>;
}
