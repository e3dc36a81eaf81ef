const BY_DOMAIN: [string, RegExp][] = [
  ['Gmail', /^(gmail|googlemail)\.com$/],
  ['Outlook', /^(outlook|hotmail|live|msn|passport)\.([a-z]{2,3}|com?\.[a-z]{2})$/],
  ['Yahoo', /^(yahoo|ymail|rocketmail|myyahoo)\.([a-z]{2,3}|com?\.[a-z]{2})$/],
  ['iCloud', /^(icloud|me|mac)\.com$/],
  ['Proton', /^(proton(mail)?\.(me|com|ch)|pm\.me)$/],
  ['AOL', /^(aol\.[a-z.]{2,6}|aim\.com)$/],
  ['GMX', /^gmx\.[a-z.]{2,6}$/],
  ['WEB.DE', /^web\.de$/],
  ['T-Online', /^t-online\.de$/],
  ['Fastmail', /^fastmail\.(com|fm)$/],
  ['Zoho', /^zoho(mail)?\.(com|eu|in)$/],
  ['Tuta', /^(tuta\.(com|io)|tutanota\.(com|de)|tutamail\.com|keemail\.me)$/],
  ['HEY', /^hey\.com$/],
  ['mailbox.org', /^mailbox\.org$/],
  ['Posteo', /^posteo\.[a-z]{2,3}$/],
  ['Yandex', /^(yandex\.[a-z.]{2,6}|ya\.ru)$/],
  ['Mail.ru', /^(mail|inbox|list|bk)\.ru$/],
  ['QQ Mail', /^(qq|foxmail)\.com$/],
  ['NetEase', /^(163|126|yeah)\.(com|net)$/],
  ['Naver', /^naver\.com$/],
  ['Orange', /^(orange|wanadoo)\.fr$/],
  ['Comcast', /^comcast\.net$/],
];

/** These services carry other people's domains too, and show in the Message-IDs that they make. */
const BY_MESSAGE_ID: [string, RegExp][] = [
  ['Gmail', /(^|\.)mail\.gmail\.com$/],
  ['Outlook', /(^|\.)(prod\.outlook\.com|protection\.outlook\.com|eurprd\d+\.prod\.outlook\.com)$/],
  ['Yahoo', /(^|\.)mail\.yahoo\.com$/],
  ['iCloud', /(^|\.)(icloud\.com|me\.com|mac\.com)$/],
  ['Proton', /(^|\.)(protonmail\.(com|ch)|proton\.me|pm\.me)$/],
  ['Fastmail', /(^|\.)(fastmail\.com|messagingengine\.com)$/],
  ['Zoho', /(^|\.)(zoho(mail)?\.(com|eu|in)|mail\.zoho\.com)$/],
];

/** The badge of a reply (spec section 2). */
export const emailProvider = (address: string, messageId: string): string =>
  lookUp(BY_DOMAIN, address) ?? lookUp(BY_MESSAGE_ID, messageId) ?? 'Email';

function lookUp(table: [string, RegExp][], text: string): string | undefined {
  const domain = text
    .slice(text.lastIndexOf('@') + 1)
    .replace(/[>\s].*/s, '')
    .toLowerCase();
  return table.find(([, pattern]) => pattern.test(domain))?.[0];
}
