import type { Correspondent, TimelineReply } from '../../shared/conversations.ts';
import type { Letter } from '../../shared/letters.ts';

/** A letter for tests; what matters to the test is given, the rest is plausible. */
export function testLetter(given: Partial<Letter> = {}): Letter {
  return {
    id: 1,
    createdAt: '2026-03-14T09:11:00.000Z',
    sentAt: '2026-03-14T09:12:00.000Z',
    status: 'sent',
    statusReason: null,
    template: 'vintage',
    recipientName: 'Ilse Brandt',
    greetingName: '',
    recipientEmail: 'ilse.brandt@example.org',
    senderEmail: 'maren@example.com',
    emailMessage: 'Dear Ilse, the plum tree did it at last.',
    heading: null,
    envelope: false,
    language: 'en',
    senderName: 'Maren Oakes',
    photoUrls: [],
    photos: [],
    conversationId: '00000000-0000-4000-8000-000000000001',
    canRetry: false,
    refund: null,
    webPage: null,
    arrival: null,
    batch: null,
    notes: [],
    ...given,
  };
}

/** A reply for tests, from the recipient unless told otherwise. */
export function aReply(given: Partial<TimelineReply> = {}): TimelineReply {
  return {
    id: 1,
    createdAt: '2026-03-16T07:40:00.000Z',
    fromEmail: 'ilse.brandt@example.org',
    author: 'Ilse Brandt',
    senderEmail: 'maren@example.com',
    subject: 'Re: A letter from Maren',
    body: 'I read it twice at the window.',
    fullText: 'I read it twice at the window.',
    emailProvider: '',
    isFromOriginalSender: false,
    own: false,
    fromAnotherAddress: false,
    origin: 'mail',
    dmarc: 'unknown',
    photos: [],
    attachments: [],
    unread: false,
    relay: null,
    conversationId: '00000000-0000-4000-8000-000000000001',
    letterId: 1,
    ...given,
  };
}

/** A recipient of one letter, for tests. */
export function aCorrespondent(given: Partial<Correspondent> = {}): Correspondent {
  return {
    email: 'ilse.brandt@example.org',
    conversationId: '00000000-0000-4000-8000-000000000001',
    name: 'Ilse Brandt',
    letters: 1,
    received: 0,
    lastSentAt: null,
    lastLetterAt: '2026-03-01T00:00:00.000Z',
    lastLetterStatus: 'sent',
    unread: 0,
    last: null,
    ...given,
  };
}

/** `count` photos of a letter, with urls the API would give. */
export function testPhotos(count: number): Letter['photos'] {
  return Array.from({ length: count }, (_, index) => ({
    url: `/uploads/00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}.jpg`,
    alt: '',
    width: 1600,
    height: 2133,
  }));
}
