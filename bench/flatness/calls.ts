import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Visitor } from '../../test/load/visitor.ts';
import { METRICS_TOKEN } from '../../test/load/watch.ts';

export interface LetterWriter {
  visitor: Visitor;
  letterId: number;
  conversationId: string;
  webToken: string;
  photo: string;
  checkout: string;
  draft: { letter: string; version: number };
  /** id of the letter that was created last and is not sent yet */
  made: number;
}

interface Call {
  name: string;
  act(writer: LetterWriter): Promise<unknown>;
}

export const OPERATOR = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } };
const page = (name: string, path: (writer: LetterWriter) => string): Call => ({
  name,
  act: (writer) => writer.visitor.ask('GET', path(writer)),
});

const READS: Call[] = [
  page('GET /', () => '/'),
  page('GET /ping', () => '/ping'),
  page('GET /api/config', () => '/api/config'),
  page('GET /api/openapi.json', () => '/api/openapi.json'),
  page('GET /api/users/:uid', ({ visitor }) => `/api/users/${visitor.uid}`),
  page('GET /api/account/holdings', () => '/api/account/holdings'),
  page('GET /api/recipients', () => '/api/recipients'),
  page('GET /api/photo/:filename', ({ photo }) => photo.replace('/uploads/', '/api/photo/')),
  page('GET /api/draft', () => '/api/draft'),
  page('GET /api/letters?limit', () => '/api/letters?limit=50'),
  page('GET /api/letters?recipient', () => '/api/letters?recipient=friend-1@example.org&limit=50'),
  page('GET /api/letters/:id', ({ letterId }) => `/api/letters/${letterId}`),
  page('GET /api/suppressions', () => '/api/suppressions'),
  page('GET /api/conversations?limit', () => '/api/conversations?limit=50'),
  page('GET …/:id/thread', ({ conversationId }) => `/api/conversations/${conversationId}/thread`),
  page('GET /api/replies?recipient', () => '/api/replies?recipient=friend-1@example.org&limit=50'),
  page('GET /api/correspondents', () => '/api/correspondents?limit=20'),
  page('GET …?search', () => '/api/correspondents?limit=20&search=friend-1@'),
  page('GET /api/found-letters', () => '/api/found-letters?search=in-none-of-them'),
  page('GET /api/letter-totals', () => '/api/letter-totals'),
  page('GET /api/unread', () => '/api/unread'),
  page('GET /api/credit-packages', () => '/api/credit-packages'),
  page('GET /api/ledger', () => '/api/ledger?limit=50'),
  page('GET /api/checkout/:id', ({ checkout }) => `/api/checkout/${checkout}`),
  page('GET /api/sessions', () => '/api/sessions'),
  page('GET /l/:token', ({ webToken }) => `/l/${webToken}`),
  page('GET /l/:token/stop', ({ webToken }) => `/l/${webToken}/stop`),
  { name: 'GET /metrics', act: ({ visitor }) => visitor.ask('GET', '/metrics', OPERATOR) },
  { name: 'GET /status', act: ({ visitor }) => visitor.ask('GET', '/status', OPERATOR) },
];

/** The most frequent writes. The order matters: a letter is created before it is sent. */
const WRITES: Call[] = [
  { name: 'sign in', act: ({ visitor }) => visitor.signIn() },
  { name: 'PUT /api/draft', act: saveDraft },
  {
    name: 'POST /api/recipients',
    act: ({ visitor }) =>
      visitor.ask('POST', '/api/recipients', { body: { name: 'Ilse', email: 'ilse@example.org' } }),
  },
  {
    name: 'POST /api/letters',
    act: async (writer) => {
      const body = letterOf(writer);
      writer.made = (await writer.visitor.askJson<{ id: number }>('POST', '/api/letters', { body })).id;
    },
  },
  {
    name: 'POST /api/letters/:id/send',
    act: ({ visitor, made }) => visitor.ask('POST', `/api/letters/${made}/send`, { body: {} }),
  },
  {
    name: 'POST …/:id/replies',
    act: ({ visitor, conversationId }) =>
      visitor.ask('POST', `/api/conversations/${conversationId}/replies`, { body: { body: 'Thank you.' } }),
  },
  {
    name: 'POST …/:id/read',
    act: ({ visitor, conversationId }) =>
      visitor.ask('POST', `/api/conversations/${conversationId}/read`, { body: {} }),
  },
  {
    name: 'POST /api/validate-coupon',
    act: ({ visitor }) => visitor.ask('POST', '/api/validate-coupon', { body: { code: 'TEACHER20' } }),
  },
];

export const CALLS = [...READS, ...WRITES];

export async function openLetterWriter(url: string, visitor: Visitor, photo: string): Promise<LetterWriter> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // The eighth latest: read, answered, and in both databases.
    const { rows } = await client.query<{ id: string; conversation: string; token: string }>(
      `select l.id, l.conversation_id as conversation, l.web_token as token from letters l join users u on u.id = l.user_id
       where u.account_uid = $1 order by l.created_at desc offset 7 limit 1`,
      [visitor.uid],
    );
    const [row] = rows;
    if (!row) throw new Error(`${visitor.email} has no letters.`);
    const [pack] = await visitor.askJson<{ id: string }[]>('GET', '/api/credit-packages');
    const { sessionId } = await visitor.askJson<{ sessionId: string }>(
      'POST',
      '/api/create-checkout-session',
      {
        body: { packageId: pack?.id },
      },
    );
    const draft = { letter: randomUUID(), version: 0 };
    const writer = { visitor, photo, checkout: sessionId, draft, made: 0 };
    return { ...writer, letterId: Number(row.id), conversationId: row.conversation, webToken: row.token };
  } finally {
    await client.end();
  }
}

const letterOf = ({ photo, visitor }: LetterWriter) => ({
  userId: visitor.uid,
  recipientName: 'Ilse Brandt',
  recipientEmail: 'ilse@example.org',
  emailMessage: 'Dear Ilse, the plums are in.',
  template: 'vintage',
  photoUrls: [photo],
});

async function saveDraft({ visitor, draft }: LetterWriter): Promise<void> {
  const content = {
    letter: draft.letter,
    step: 'recipient',
    photos: [],
    recipient: { name: '', email: '', recentId: null },
    template: 'vintage',
    message: `Dear Ilse, version ${draft.version}.`,
    intent: null,
  };
  const base = draft.version === 0 ? null : { letter: draft.letter, version: draft.version };
  const body = { base, content };
  draft.version = (await visitor.askJson<{ version: number }>('PUT', '/api/draft', { body })).version;
}
