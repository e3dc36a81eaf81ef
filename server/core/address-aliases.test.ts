import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalAddress } from './address-aliases.ts';

describe('canonicalAddress', () => {
  it.each([
    ['Victim@Host.Example', 'victim@host.example'],
    ['victim@host.example.', 'victim@host.example'],
    ['victim+x@host.example', 'victim@host.example'],
    ['victim+x+y@host.example..', 'victim@host.example'],
    ['+x@host.example', '+x@host.example'],
    ['a@münchen.example', 'a@xn--mnchen-3ya.example'],
    ['a@MÜNCHEN。example', 'a@xn--mnchen-3ya.example'],
    ['ｖictim@host.example', 'victim@host.example'],
    ['v.ic.tim+x@googlemail.com', 'victim@gmail.com'],
    ['v.ictim@host.example', 'v.ictim@host.example'],
    ['victim@me.com', 'victim@icloud.com'],
    ['vic-tim.x@pm.me', 'victimx@proton.me'],
    ['vic.tim@ya.ru', 'vic-tim@yandex.ru'],
    ['victim-shop@yahoo.co.uk', 'victim@yahoo.co.uk'],
    ['vic-tim@host.example', 'vic-tim@host.example'],
    ['anything@victim.fastmail.com', 'victim@fastmail.com'],
    ['victim@constructor', 'victim@constructor'],
  ])('%s is %s', (email, canonical) => {
    expect(canonicalAddress(email)).toBe(canonical);
  });

  it('leaves a canonical address as it is', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        const once = canonicalAddress(email);
        expect(canonicalAddress(once)).toBe(once);
      }),
    );
  });
});
