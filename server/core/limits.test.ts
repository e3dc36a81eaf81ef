import { expect, it } from 'vitest';
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../../shared/durations.ts';
import { LIMITS, type LimitRow } from './limits.ts';

const WINDOWS = new Map([
  [MINUTE_SECONDS, 'a minute'],
  [10 * MINUTE_SECONDS, 'in 10 minutes'],
  [15 * MINUTE_SECONDS, 'in 15 minutes'],
  [HOUR_SECONDS, 'an hour'],
  [DAY_SECONDS, 'a day'],
]);

const rowOf = ([name, { what, most, counter = name }]: [string, LimitRow]) => {
  const amount = typeof most.amount === 'number' ? most.amount : `\`${most.amount}\``;
  return `| ${what} | ${amount} ${WINDOWS.get(most.window)} | \`${counter}\` |`;
};

it('docs/limits.md: lists every limit (written by `vitest run server/core/limits.test.ts -u`)', async () => {
  const text = `# Limits

All counters are rows of \`rate_counters\`, so processes count the same and a restart forgets nothing. A day is one of
UTC. A network is an IPv4 address or an IPv6 /64, as \`TRUST_PROXY\` lets us see it; a wide one is an IPv4 /24 or an IPv6
/48. Loopback and private networks are exempt from the limits of wide ones, except for mails, where each of their addresses
counts for itself. Programs' letters and photos count apart. A mailbox is an address in all its spellings. Settings are in [settings.md](settings.md); the list is
\`server/core/limits.ts\`. Not counted here: letters of one person (5 a day until the address is confirmed, 60 an hour, 300
a day) and letters that wait, in \`server/letters/send/\`.

| what | most | counter |
| --- | --- | --- |
${Object.entries(LIMITS).map(rowOf).join('\n')}
`;
  await expect(text).toMatchFileSnapshot('../../docs/limits.md');
});
