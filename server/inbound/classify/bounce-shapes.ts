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
];

/** Characters; an introduction for people may stand before it. */
const BEGINNING = 2_000;

/** True when the text begins as the reports of a mail system do that we know. */
export function hasKnownShape(text: string): boolean {
  const beginning = text.slice(0, BEGINNING);
  return SHAPES.some((shape) => shape.test(beginning));
}
