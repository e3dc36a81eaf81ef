import { randomUUID } from 'node:crypto';
import type { TestProduct } from '../support/test-product.ts';
import { SmtpClient } from './smtp-client.ts';

interface Answer {
  from?: string;
  headers?: string[];
  body?: string;
}

/** A raw reply with CRLF line ends. */
export function answer({
  from = 'Ilse <ilse.brandt@gmail.com>',
  headers = [],
  body = 'Thank you!',
}: Answer = {}): string {
  const named = headers.some((header) => /^message-id:/i.test(header));
  const own = named ? [] : [`Message-ID: <${randomUUID()}@mail.gmail.com>`];
  return [`From: ${from}`, 'To: letters', 'Subject: Re: A letter', ...own, ...headers, '', body, ''].join(
    '\r\n',
  );
}

/** @returns the receiver's reply to the message */
export async function deliverBySmtp(
  product: TestProduct,
  recipients: string[],
  message: string,
  from = 'ilse.brandt@gmail.com',
): Promise<string> {
  const client = await SmtpClient.open(product.receiverPort);
  try {
    await client.begin(from, recipients);
    return await client.data(message);
  } finally {
    client.drop();
  }
}
