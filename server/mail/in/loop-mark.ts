import { createHash } from 'node:crypto';
import type { HeaderFields } from '../../../packages/mail-reader/classify/not-a-reply.ts';
import { type ReplySettings, replyAddress } from '../out/addresses.ts';

const LOOP_FIELD = 'X-Loop';

/** It identifies a relayed mail that comes back forwarded, even under another Message-ID. */
export function loopMark(config: ReplySettings): Record<string, string> {
  const installation = createHash('sha256').update(replyAddress(config, '')).digest('hex').slice(0, 32);
  return { [LOOP_FIELD]: `slow-letters-${installation}` };
}

export function hasLoopMark(headers: HeaderFields, config: ReplySettings): boolean {
  const mark = loopMark(config)[LOOP_FIELD];
  return headers[LOOP_FIELD.toLowerCase()]?.some((value) => value.trim() === mark) ?? false;
}
