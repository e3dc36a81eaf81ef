/** A message with many delivery-status parts in its header, above as many recipients as fit. */
export function manyStatusParts(bytes: number): Buffer {
  const part = 'Content-Type: message/delivery-status\r\n';
  const recipient = 'Status: 5.1.1\r\n\r\n';
  const header = part.repeat(bytes / 2 / part.length);
  const body = recipient.repeat(bytes / 2 / recipient.length);
  return Buffer.from(`From: MAILER-DAEMON@mx.example.net\r\n${header}\r\n${body}`);
}
