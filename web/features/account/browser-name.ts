/** Most specific first: most User-Agents also name the browsers they descend from. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/^(?=.*\bVersion\/\d).*\bSafari\//s, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(Macintosh|Mac OS X)\b/, 'a Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** 'Chrome on Windows', from a User-Agent header (RFC 9110, 10.1.5): a guess. */
export function browserName(userAgent: string | null): string {
  const among = (known: [RegExp, string][]) =>
    known.find(([pattern]) => userAgent && pattern.test(userAgent))?.[1];
  const browser = among(BROWSERS) ?? 'A browser';
  const system = among(SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}
