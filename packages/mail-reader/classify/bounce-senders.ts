/** Local parts that mail systems alone write from. */
const SYSTEM =
  /^(?:"?mail(?:er)?[-_. ]?(?:daemon|master|deliver[a-z]*|system|administrator|router|agent|server|robot)|post[-_. ]?master|microsoftexchange[0-9a-f]*|mdaemon|delivery[-_.]?(?:status|report|notification)|symantec.{0,40}|mimecast.{0,40})(?:[-+=._][^@\s]{0,80})?(?:@|$)/i;
/** Local parts of mail systems that people have, too: initials, a shop, the return path of a service that sends their mail (VERP, SRS). */
const SYSTEM_OR_PERSON = /^(?:bounces?|mdn|mta|dsn|ndr|exchange|delivery)(?:[-+=._][^@\s]{0,80})?(?:@|$)/i;
/** Local parts that no person writes from. */
export const NOBODY =
  /^(?:no|do[-_.]?not|dont)[-_.]?reply|^(?:auto[-_.]?(?:reply|respond(?:er)?|answer|response)|vacation|out[-_.]?of[-_.]?office)(?:[-+=._@]|$)/i;
/** Display names of mail systems. */
const NAME =
  /^[\s"'(]{0,5}(?:(?:e-?)?mail (?:deliver[a-z]*|administrator|system|server|transport)|mailer[- ]daemon|system administrator|microsoft (?:outlook|exchange)|post ?master|internet mail delivery|delivery (?:status|sub-?system)|mail ?router|mail delivery (?:sub-?system|system|service))/i;

/** @param isReport whether the rest of the mail reads as a report of a mail system */
export const isMailSystem = (address: string, isReport = true): boolean =>
  SYSTEM.test(address) || (isReport && SYSTEM_OR_PERSON.test(address));

/** True for a From field that begins with the name of a mail system, which a person may have, too. */
export const isMailSystemName = (from: string): boolean => NAME.test(from);
