import { expect, it } from 'vitest';
import { likelyAddress } from './likely-address.ts';

it('likelyAddress: finds the service that was meant by one slip of the fingers', () => {
  const slips = ['gmial.com', 'gmai.com', 'gmaill.com', 'gnail.com', 'gmail.con', 'Gmial.com', 'gmail.co'];
  for (const domain of slips) expect(likelyAddress(`Ilse@${domain}`)).toBe('Ilse@gmail.com');
  expect(likelyAddress('ilse@hotmial.com')).toBe('ilse@hotmail.com');
  expect(likelyAddress('ilse@outlok.com')).toBe('ilse@outlook.com');
});

it('likelyAddress: leaves real services, other domains and half an address alone', () => {
  for (const email of [
    'ilse@gmail.com',
    'ilse@mail.com',
    'ilse@email.com',
    'ilse@ymail.com',
    'ilse@example.org',
    'ilse@gmx.de',
    'ilse@',
    'gmial.com',
    '',
  ])
    expect(likelyAddress(email)).toBeNull();
});
