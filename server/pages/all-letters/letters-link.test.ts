import { expect, it } from 'vitest';
import { writeLettersLink } from './letters-link.ts';

it('link to all letters: the same bytes as in earlier versions, whose links are in mailboxes', () => {
  const signed = {
    conversationId: '6f1b0c1e-1111-4222-8333-444455556666',
    uid: 'ü1',
    address: 'ilse@x.org',
  };
  expect(writeLettersLink({ sessionSecret: Buffer.alloc(32, 7) }, signed, 1_700_000_000_000)).toBe(
    'bxsMHhERQiKDM0REVVVmZmVT_xA9yIr5utC7NRmdE1gPo7mLh1L9OVdbdrdm',
  );
});
