/** What mail programs put before a subject: 'Re:', 'AW:', 'Re[2]:', several times over. */
const PREFIXES = /^(?:\s*\p{L}{1,4}(?:\[\d+\])?\s*[:：])+/u;

/** In an element with `dir="auto"` or a `<bdi>` an isolated prefix does not decide the direction. */
export function MailSubject({ subject }: { subject: string }) {
  const prefix = PREFIXES.exec(subject)?.[0] ?? '';
  return (
    <>
      {prefix ? <bdi>{prefix}</bdi> : null}
      {subject.slice(prefix.length)}
    </>
  );
}
