import { expect, it } from 'vitest';
import {
  conversationState,
  hasMoreText,
  otherParty,
  providerBadge,
  receivedWords,
  replyTitle,
  statusTone,
  undeliveredWords,
  unsentWords,
} from './messages.ts';

it('badges an unknown provider as Email', () => {
  expect([providerBadge(''), providerBadge('  '), providerBadge('Gmail')]).toEqual([
    'Email',
    'Email',
    'Gmail',
  ]);
});

it('says whose reply it is from where the reader sits', () => {
  expect(replyTitle({ isFromOriginalSender: true }, true)).toBe('Your Reply');
  expect(replyTitle({ isFromOriginalSender: false }, true)).toBe('Their Reply');
  expect(replyTitle({ isFromOriginalSender: true }, false)).toBe('Their Reply');
  expect(replyTitle({ isFromOriginalSender: false }, false)).toBe('Your Reply');
});

it('offers the full message only when it holds more than the new text', () => {
  expect(hasMoreText({ body: 'Yes.\nThe jars.', fullText: 'Yes.\r\nThe jars.\r\n' })).toBe(false);
  expect(hasMoreText({ body: 'Yes.', fullText: '' })).toBe(false);
  expect(hasMoreText({ body: 'Yes.', fullText: 'Yes.\n\n> Which jars?' })).toBe(true);
});

it('names the other party of a conversation for either side', () => {
  const conversation = { senderEmail: 'Maren@example.com', recipientEmail: 'ilse@example.org' };
  expect(otherParty(conversation, 'maren@example.com')).toBe('ilse@example.org');
  expect(otherParty(conversation, 'ILSE@example.org')).toBe('Maren@example.com');
});

it('calls a conversation active beyond one message', () => {
  expect([1, 2].map(conversationState)).toEqual(['New letter', 'Active conversation']);
});

it('says how many letters lie in the Letter Box', () => {
  expect(receivedWords(1, false)).toBe('Somebody wrote to you: 1 letter is in your Letter Box.');
  expect(receivedWords(2, false)).toBe('Somebody wrote to you: 2 letters are in your Letter Box.');
  expect(receivedWords(50, true)).toBe('Somebody wrote to you: more than 50 letters are in your Letter Box.');
});

it('keeps moss for sent', () => {
  expect(['sent', 'queued', 'failed', 'delayed'].map(statusTone)).toEqual([
    'success',
    'secondary',
    'secondary',
    'secondary',
  ]);
});

it('has a word for letters that did not arrive, and none for others', () => {
  expect(['bounced', 'failed', 'queued', 'sent', 'delayed'].map(undeliveredWords)).toEqual([
    'Came back',
    'Not delivered',
    null,
    null,
    null,
  ]);
});

it('does not promise that an undelivered letter will still go', () => {
  expect(['queued', 'failed'].map(unsentWords)).toEqual(['Not sent yet', 'Not sent']);
});
