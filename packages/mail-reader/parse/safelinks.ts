/**
 * Links that a service leads through itself, with where they led to written into the address: Microsoft 365,
 * Proofpoint, Barracuda, Cisco, Symantec, Sophos, Trend Micro, Mail.ru, GMX and WEB.DE, Google.
 */
const WRAPPED =
  /https?:\/\/(?:[\w-]{1,40}\.safelinks\.protection\.(?:outlook\.com|office365\.us)|(?:[\w-]{1,40}\.)?urldefense(?:\.proofpoint)?\.(?:com|us)|linkprotect\.cudasvc\.com|secure-web\.cisco\.com|clicktime\.symantec\.com|[\w-]{1,40}\.protection\.sophos\.com|[\w-]{1,40}\.trendmicro\.com(?::443)?|checklink\.mail\.ru|deref-(?:gmx\.net|web\.de|mail\.com)|www\.google\.com\/url)[/?][^\s"'<>]{1,6000}/gi;
const PARAMETERS = ['url', 'redirectUrl', 'a', 'u', 'q'];
/** The end of a sentence or a bracket, which is no part of the link. */
const SENTENCE_END = /[.,;:!?)\]]{1,9}$/;
/** Proofpoint's third form; the letters behind the address replace its stars. */
const PROOFPOINT_3 = /\/v3\/__(\S{1,4000}?)__;([\w-]{0,2000})!/;
/** How many letters two stars and one of these stand for, from two on. */
const RUNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Nothing in it that is unseen or turns the direction of text. */
const ADDRESS = /^(?:https?:\/\/|mailto:)[\p{L}\p{N}!#$%&()*+,./:;=?@[\]_~-]{1,4000}$/u;

/** A text or HTML with such links as the addresses that they lead to, by what is written alone. */
export const withoutSafelinks = (text: string, html = false): string =>
  text.replace(WRAPPED, (found) => {
    const written = html ? found.replaceAll('&amp;', '&') : found;
    const link = written.replace(SENTENCE_END, '');
    const address = addressIn(link);
    if (!address || !ADDRESS.test(address)) return found;
    const shown = withoutSafelinks(address) + written.slice(link.length);
    return html ? shown.replaceAll('&', '&amp;') : shown;
  });

function addressIn(link: string): string | undefined {
  const [, starred, letters = ''] = PROOFPOINT_3.exec(link) ?? [];
  if (starred !== undefined) {
    const left = [...Buffer.from(letters, 'base64url').toString()];
    const next = (count: number) => left.splice(0, count).join('') || '\ufffd';
    return starred.replace(/\*(?:\*(.))?/g, (_, run?: string) => next(run ? RUNS.indexOf(run) + 2 : 1));
  }
  if (!URL.canParse(link)) return undefined;
  const { host, pathname, searchParams } = new URL(link);
  if (host === 'secure-web.cisco.com') return decodedUri(pathname.split('/').at(-1) ?? '');
  const value = PARAMETERS.map((name) => searchParams.get(name)).find(Boolean) ?? '';
  if (pathname === '/v2/url') return decodedUri(value.replaceAll('-', '%').replaceAll('_', '/'));
  return host.endsWith('.sophos.com') ? Buffer.from(value, 'base64').toString() : value;
}

/** Undefined for invalid escapes. */
export function decodedUri(escaped: string): string | undefined {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}
