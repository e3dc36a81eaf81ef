import { expect, test } from 'vitest';
import { emailProvider } from './email-provider.ts';

test.each([
  ['ilse@gmail.com', '<x@mail.gmail.com>', 'Gmail'],
  ['ilse@googlemail.com', '', 'Gmail'],
  ['ilse@HOTMAIL.co.uk', '', 'Outlook'],
  ['ilse@outlook.de', '', 'Outlook'],
  ['ilse@yahoo.co.jp', '', 'Yahoo'],
  ['ilse@me.com', '', 'iCloud'],
  ['ilse@proton.me', '', 'Proton'],
  ['ilse@web.de', '', 'WEB.DE'],
  ['ilse@brandt.example', '<CAB=x@mail.gmail.com>', 'Gmail'],
  ['ilse@brandt.example', '<AM0@AM0PR01MB1.eurprd01.prod.outlook.com>', 'Outlook'],
  ['ilse@brandt.example', '<x@protonmail.com>', 'Proton'],
  ['ilse@brandt.example', '<x@brandt.example>', 'Email'],
  ['ilse@notgmail.com', '<x@evil-mail.gmail.com.example>', 'Email'],
  ['ilse@gmail.com.example', '', 'Email'],
  ['', '', 'Email'],
])('%s with %s came by %s', (address, messageId, expected) => {
  expect(emailProvider(address, messageId)).toBe(expected);
});
