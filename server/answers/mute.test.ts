import { expect, it } from 'vitest';
import type { Services } from '../core/services.ts';
import { muteUrl } from './mute.ts';

it('mute link: those that were mailed by earlier versions are still ours', () => {
  const needs = {
    config: { publicUrl: 'https://letters.example' },
    sessionSecret: Buffer.alloc(32, 7),
  } as Services;
  const muted = { conversationId: '6f1b0c1e-1111-4222-8333-444455556666', side: 'sender' } as const;
  const mailed = 's6f1b0c1e111142228333444455556666aEwGG0nh8I-xwOFM1ThzWu';
  expect(muteUrl(needs, muted)).toBe(`https://letters.example/mute/${mailed}`);
});
