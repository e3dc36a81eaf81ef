/** Local parts that mail systems write from. */
const ADDRESS =
  /^(?:"?mail(?:er)?[-_. ]?(?:daemon|master|deliver[a-z]*|system|administrator|router|agent|server|robot)|post[-_. ]?master|microsoftexchange[0-9a-f]*|mdaemon|bounces?|mdn|mta|delivery[-_.]?(?:status|report|notification)?|dsn|ndr|exchange|symantec.{0,40}|mimecast.{0,40})(?:[-+=._][^@\s]{0,80})?(?:@|$)/i;
/** Local parts that nobody writes from. */
export const NOBODY =
  /^(?:no|do[-_.]?not|dont)[-_.]?reply|^(?:auto[-_.]?(?:reply|respond(?:er)?|answer|response)|vacation|out[-_.]?of[-_.]?office)(?:[-+=._@]|$)/i;
/** Display names of mail systems. */
const NAME =
  /^[\s"'(]{0,5}(?:(?:e-?)?mail (?:deliver[a-z]*|administrator|system|server|transport)|mailer[- ]daemon|system administrator|microsoft (?:outlook|exchange)|post ?master|internet mail delivery|delivery (?:status|sub-?system)|mail ?router|mail delivery (?:sub-?system|system|service))/i;

export const isMailSystem = (address: string): boolean => ADDRESS.test(address);

/** True for a From field that begins with the name of a mail system. People may call themselves so, too. */
export const isMailSystemName = (from: string): boolean => NAME.test(from);
