/**
 * How the reports of known mail systems begin. Narrower than the phrases by which a failure is found: a report that names
 * no recipient of ours is evidence for a refund only in one of these shapes.
 */
const SHAPES: RegExp[] = [
  // Postfix
  /\bthis is the mail system at host \S/i,
  // Exim
  /\bthis message was created automatically by mail delivery software/i,
  // qmail
  /\bthis is the qmail-send program at \S/i,
  // Sendmail
  /\bthe following addresses had permanent fatal errors\b/i,
  // Exchange
  /\byour message did not reach some or all of the intended recipients/i,
  /\bdelivery has failed to these recipients or (?:groups|distribution lists)/i,
  // Domino
  /^your message\s{1,20}subject: /im,
  // Gmail
  /\bdelivery to the following recipients? failed permanently/i,
  /\byour message wasn't delivered to \S/i,
  // Yahoo
  /\bsorry, we were unable to deliver your message to the following address/i,
  // Google Groups
  /\bthe group you tried to contact \(/i,
  // Courier
  /\bthis is a delivery status notification from \S{1,255}, running the courier mail server/i,
  // OpenSMTPD
  /\bthis is the mailer-daemon, please do not reply to this/i,
  // InterMail, as the Japanese carriers run it
  /\bthis message was undeliverable due to the following reason:/i,
  // Sun Messaging Server
  /\bthis report relates to a message you sent with the following header fields/i,
  // Amazon SES
  /\ban error occurred while trying to deliver the mail to the following recipients/i,
  // PowerMTA
  /\bi am sending you this message to inform you on the delivery status of a message/i,
  // Novell GroupWise
  /\bthe message that you sent was undeliverable to the following/i,
  // smail
  /^\|-{3,80} (?:message log|failed addresses) follows?:/im,
  // DragonFly
  /\bthis is the dragonfly mail agent\b/i,
];

/** Characters; an introduction for people may stand before it. */
const BEGINNING = 2_000;

/** True when the text begins as the reports of a mail system do that we know. */
export function hasKnownShape(text: string): boolean {
  const beginning = text.slice(0, BEGINNING);
  return SHAPES.some((shape) => shape.test(beginning));
}
