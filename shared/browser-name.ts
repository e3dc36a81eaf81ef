import { msg, type Said, said } from './words.ts';

/** Most specific first: most User-Agents also name the browsers they descend from. */
const BROWSERS = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/^(?=.*\bVersion\/\d).*\bSafari\//s, 'Safari'],
] as const;
const SYSTEMS = [
  [/\biPhone\b/, msg('{browser} on an iPhone'), msg('A browser on an iPhone')],
  [/\biPad\b/, msg('{browser} on an iPad'), msg('A browser on an iPad')],
  [/\bAndroid\b/, msg('{browser} on Android'), msg('A browser on Android')],
  [/\bWindows\b/, msg('{browser} on Windows'), msg('A browser on Windows')],
  [/\bCrOS\b/, msg('{browser} on ChromeOS'), msg('A browser on ChromeOS')],
  [/\b(Macintosh|Mac OS X)\b/, msg('{browser} on a Mac'), msg('A browser on a Mac')],
  [/\bLinux\b/, msg('{browser} on Linux'), msg('A browser on Linux')],
] as const;

/** 'Chrome on Windows', from a User-Agent header (RFC 9110, 10.1.5): a guess, and nothing as the browser wrote it. */
export function browserName(userAgent: string | null): Said {
  const isIn = ([pattern]: readonly [RegExp, ...string[]]) => userAgent !== null && pattern.test(userAgent);
  const [, browser] = BROWSERS.find(isIn) ?? [];
  const system = SYSTEMS.find(isIn);
  if (!system) return browser ? { text: browser } : said('A browser');
  const [, named, unnamed] = system;
  return browser ? said(named, { browser }) : said(unnamed);
}
