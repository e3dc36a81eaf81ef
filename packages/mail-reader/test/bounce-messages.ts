import type { BounceCandidate } from '../classify/bounce-report.ts';
import { readDeliveryStatus } from '../parse/delivery-status.ts';

export function bounce(
  raw: string,
  given: Partial<Omit<BounceCandidate, 'statuses'>> & { raw?: string } = {},
): BounceCandidate {
  return {
    headers: {},
    from: 'MAILER-DAEMON@mx.example.net',
    subject: 'Undelivered Mail Returned to Sender',
    text: '',
    envelopeSender: '',
    ...given,
    statuses: readDeliveryStatus(Buffer.from(raw)),
  };
}

/** The body of a report as Postfix writes it, with the recipient's fields as given. */
export function dsn(recipientFields: string, { partHeaders = '', returned = true } = {}): string {
  return `This is a MIME-encapsulated message.

--B/mx
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.example.net.

--B/mx
Content-Description: Delivery report
Content-Type: message/delivery-status${partHeaders}

Reporting-MTA: dns; mx.example.net
Arrival-Date: Sat, 14 Mar 2026 10:00:00 +0100 (CET)

${recipientFields}

--B/mx
${returned ? 'Content-Description: Undelivered Message\nContent-Type: message/rfc822\n\nFrom: letters@example.org\nSubject: A letter\n\nDear Ilse\n' : ''}
--B/mx--
`;
}

interface Expected {
  name: string;
  action: string;
  status: string | null;
}

export const REPORTS: (Expected & { raw: string; says?: string })[] = [
  {
    name: 'Postfix',
    raw: dsn(
      'Final-Recipient: rfc822; ilse.brandt@example.org\nOriginal-Recipient: rfc822;ilse.brandt@example.org\nAction: failed\nStatus: 5.1.1\nRemote-MTA: dns; mx.example.org\nDiagnostic-Code: smtp; 550 5.1.1 <ilse.brandt@example.org>:\n    Recipient address rejected: User unknown',
    ),
    action: 'failed',
    status: '5.1.1',
    says: 'User unknown',
  },
  {
    name: 'Gmail, its true code in the words',
    raw: dsn(
      "Final-Recipient: rfc822; ilse@gmail.com\nAction: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 552-5.2.2 The recipient's inbox is out of storage space.",
    ),
    action: 'failed',
    status: '5.2.2',
  },
  {
    name: 'Exchange Online',
    raw: dsn(
      'Final-Recipient: rfc822;ilse@contoso.example\r\nAction: failed\r\nStatus: 5.1.10\r\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    ),
    action: 'failed',
    status: '5.1.10',
  },
  {
    name: 'a queue that ran out of time',
    raw: dsn(
      'Final-Recipient: rfc822; ilse@example.org\nAction: failed\nStatus: 4.4.1\nDiagnostic-Code: X-Postfix; connect to mx.example.org: Connection timed out',
    ),
    action: 'failed',
    status: '4.4.1',
  },
  {
    name: 'iCloud, inactive',
    raw: dsn(
      'Final-Recipient: rfc822; ilse@icloud.com\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 <ilse@icloud.com>: inactive email address',
    ),
    action: 'failed',
    status: '5.2.1',
  },
  {
    name: 'Cisco, an unknown address',
    raw: dsn(
      'Final-Recipient: rfc822; ilse@example.org\nAction: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 #5.1.0 Address rejected.',
    ),
    action: 'failed',
    status: '5.1.1',
  },
  {
    name: 'SendGrid, expired',
    raw: dsn('Final-Recipient: rfc822; ilse@example.org\nAction: expired\nStatus: 4.0.0'),
    action: 'failed',
    status: '5.4.7',
  },
  {
    name: 'a delay',
    raw: dsn(
      'Final-Recipient: rfc822; ilse@example.org\nAction: delayed\nStatus: 4.4.1\nWill-Retry-Until: Thu, 19 Mar 2026 10:00:00 +0100',
    ),
    action: 'delayed',
    status: '4.4.1',
  },
  {
    name: 'a success',
    raw: dsn('Final-Recipient: rfc822; ilse@example.org\nAction: delivered\nStatus: 2.0.0'),
    action: 'delivered',
    status: '2.0.0',
  },
  {
    name: 'a relaying',
    raw: dsn(
      'Final-Recipient: rfc822; ilse@example.org\nAction: relayed (to non-DSN-aware mailer)\nStatus: 2.0.0',
    ),
    action: 'relayed',
    status: '2.0.0',
  },
  {
    name: 'no action, only a status',
    raw: dsn('Final-Recipient: rfc822; ilse@example.org\nStatus: 5.4.4 (unable to route)'),
    action: 'failed',
    status: '5.4.4',
  },
  {
    name: 'a list of two, one of them refused',
    raw: dsn(
      'Final-Recipient: rfc822; one@example.org\nAction: relayed\nStatus: 2.1.5\n\nFinal-Recipient: rfc822; two@example.org\nAction: failed\nStatus: 5.7.1',
    ),
    action: 'failed',
    status: '5.7.1',
  },
  {
    name: 'a base64 part',
    raw: dsn(
      Buffer.from('Final-Recipient: rfc822; x@example.org\r\nAction: failed\r\nStatus: 5.1.2').toString(
        'base64',
      ),
      {
        partHeaders: '\nContent-Transfer-Encoding: base64',
      },
    ).replace(/Reporting-MTA[^\n]*\nArrival-Date[^\n]*\n\n/, ''),
    action: 'failed',
    status: '5.1.2',
  },
  {
    name: 'an internationalised report (RFC 6533)',
    raw: dsn('Final-Recipient: utf-8; josé@exámple.org\nAction: failed\nStatus: 5.6.7').replace(
      'message/delivery-status',
      'message/global-delivery-status; charset="utf-8"',
    ),
    action: 'failed',
    status: '5.6.7',
  },
  {
    name: 'all fields in one group, upper case',
    raw: 'CONTENT-TYPE: MESSAGE/DELIVERY-STATUS\r\n\r\nREPORTING-MTA: dns; x\r\nFINAL-RECIPIENT: rfc822; a@b.example\r\nACTION: Failed\r\nSTATUS: 5.1.1\r\n',
    action: 'failed',
    status: '5.1.1',
  },
];

type Worded = Partial<Pick<BounceCandidate, 'from' | 'subject' | 'headers' | 'envelopeSender'>> & {
  text: string;
};

/** Reports in phrases only, as systems without RFC 3464 write them. */
export const WORDS: (Expected & Worded)[] = [
  {
    name: 'qmail',
    subject: 'failure notice',
    text: "Hi. This is the qmail-send program at mx.example.net.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<ilse.brandt@example.org>:\n192.0.2.7 does not like recipient.\nRemote host said: 550 No such user here\nGiving up on 192.0.2.7.\n\n--- Below this line is a copy of the message.\n\nReturn-Path: <bounces+x@reply.example.org>\n",
    action: 'failed',
    status: '5.1.1',
  },
  {
    name: 'qmail with a code of its own',
    subject: 'failure notice',
    text: "I'm afraid I wasn't able to deliver your message to the following addresses.\n\n<ilse@example.org>:\nSorry, no mailbox here by that name. (#5.1.1)\n",
    action: 'failed',
    status: '5.1.1',
  },
  {
    name: 'Exim',
    subject: 'Mail delivery failed: returning message to sender',
    from: 'Mailer-Daemon@exim.example.net',
    headers: { 'x-failed-recipients': ['ilse@example.org'], 'auto-submitted': ['auto-replied'] },
    text: 'This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ilse@example.org\n    SMTP error from remote mail server after RCPT TO:<ilse@example.org>:\n    host mx.example.org [192.0.2.9]: 552 5.2.2 Mailbox full\n\n------ This is a copy of the message, including all the headers. ------\n',
    action: 'failed',
    status: '5.2.2',
  },
  {
    name: 'Exim, still trying',
    subject: 'Warning: message 1abcde delayed 24 hours',
    text: 'A message that you sent has not yet been delivered to one or more of its recipients after more than 24 hours on the queue on exim.example.net.\n\nNo action is required on your part. Delivery attempts will continue for some time.',
    action: 'delayed',
    status: null,
  },
  {
    name: 'Sendmail, a warning only',
    subject: 'Warning: could not send message for past 4 hours',
    text: '    **********************************************\n    **      THIS IS A WARNING MESSAGE ONLY      **\n    **  YOU DO NOT NEED TO RESEND YOUR MESSAGE  **\n\n451 4.4.1 reply: read error from mx.example.org.\nWarning: message still undelivered after 4 hours\nWill keep trying until message is 5 days old',
    action: 'delayed',
    status: null,
  },
  {
    name: 'an old Exchange',
    subject: 'Undeliverable: A letter from Maren Oakes',
    from: 'postmaster@contoso.example',
    text: 'Your message did not reach some or all of the intended recipients.\n\nThe following recipient(s) could not be reached:\n\n      ilse@contoso.example on 14.03.2026 10:05\n            The e-mail account does not exist at the organization this message was sent to.\n            <mail.contoso.example #5.1.1>',
    action: 'failed',
    status: '5.1.1',
  },
  {
    name: 'Domino',
    subject: 'DELIVERY FAILURE: User ilse (ilse@example.org) not listed in Domino Directory',
    from: 'Postmaster@example.org',
    text: 'Your message\n\n  Subject: A letter from Maren Oakes\n\nwas not delivered to:\n\n  ilse@example.org\n\nbecause:\n\n  User ilse (ilse@example.org) not listed in Domino Directory\n',
    action: 'failed',
    status: '5.1.1',
  },
  {
    name: 'Yahoo',
    subject: 'Failure Notice',
    from: 'MAILER-DAEMON@yahoo.com',
    text: "Sorry, we were unable to deliver your message to the following address.\n\n<ilse@yahoo.com>:\nThis user doesn't have a yahoo.com account (ilse@yahoo.com) [0]",
    action: 'failed',
    status: '5.1.1',
  },
  {
    name: 'a German system',
    subject: 'Unzustellbar: Ein Brief',
    from: 'postmaster@beispiel.example',
    text: 'Ihre Nachricht konnte nicht zugestellt werden:\n\nilse@beispiel.example\nunbekannter Empfänger\n',
    action: 'failed',
    status: '5.1.1',
  },
  {
    name: 'a gateway that hides its name',
    from: 'noreply@gateway.example',
    subject: 'Undeliverable: A letter',
    text: 'Delivery has failed to these recipients:\nilse@example.org\nYour message is larger than the size limit for messages: too large.',
    action: 'failed',
    status: '5.3.4',
  },
];

/** Other mail to an envelope sender, which reports no delivery. */
export const VACATION: [string, Worded & { raw?: string }][] = [
  [
    'a vacation note',
    {
      from: 'ilse@example.org',
      subject: 'Automatic reply: A letter from Maren Oakes',
      text: 'I am away until March 20 and will be unable to deliver the report. Mail sent to my old address fails permanently: permanent error.',
    },
  ],
  [
    'a read receipt (RFC 8098)',
    {
      from: 'ilse@example.org',
      subject: 'Read: A letter',
      headers: { 'content-type': ['multipart/report; report-type=disposition-notification; boundary="x"'] },
      text: 'Your message was read.',
      raw: 'Content-Type: message/disposition-notification\n\nFinal-Recipient: rfc822; ilse@example.org\nDisposition: manual-action/MDN-sent-manually; displayed\n',
    },
  ],
  [
    'a complaint (RFC 5965)',
    {
      from: 'postmaster@example.org',
      headers: { 'content-type': ['multipart/report; report-type="feedback-report"; boundary="x"'] },
      text: 'This is an abuse report for a message that was not delivered',
    },
  ],
  [
    'an answer to the wrong address',
    {
      from: 'ilse@example.org',
      envelopeSender: 'ilse@example.org',
      subject: 'Re: A letter',
      text: 'Thank you! My last one was returned to sender.',
    },
  ],
  [
    'a machine with nothing to say of it',
    { text: 'Thank you for writing to us. A ticket was opened.', subject: 'We have your mail' },
  ],
];
