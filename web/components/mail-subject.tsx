/** What mail programs put before a subject: 'Re:', 'AW:', 'Re[2]:', several times over. */
const PREFIXES = /^(?:\s*\p{L}{1,4}(?:\[\d+\])?\s*[:：])+/u;

/**
 * The subject of a mail, for an element with `dir="auto"` or a `<bdi>`: their direction is that of the subject's own words,
 * not that of the prefix, which both leave out of account as isolated.
 */
export function MailSubject({ subject }: { subject: string }) {
  const prefix = PREFIXES.exec(subject)?.[0] ?? '';
  return (
    <>
      {prefix ? <bdi>{prefix}</bdi> : null}
      {subject.slice(prefix.length)}
    </>
  );
}
