import type { TokenScope } from '../../shared/access-tokens.ts';

/** Who asks, in the order of the columns below. */
export const ROLES = [
  'signed out',
  'other user',
  'unverified recipient',
  'verified recipient',
  'recipient of a waiting letter',
  'owner',
] as const;
export type Role = (typeof ROLES)[number];

/** Things of the owner that the roles ask for. */
export interface Target {
  /** of the owner */
  uid: string;
  letterId: number;
  conversationId: string;
  /** of a reply in that conversation */
  fileId: string;
  /** `<uuid>.jpg` */
  photo: string;
  /** as a letter names it */
  photoUrl: string;
  /** of the letter's own page, to read */
  webToken: string;
  /** of the same page, in the recipient's mail */
  mailedToken: string;
  /** of an answer on that page that is not sent yet */
  pagePhotoId: string;
  muteLink: string;
  /** `/l/all/…`, to all letters of the owner to that address */
  lettersLink: string;
  recipientId: number;
  /** of people of the address book */
  groupId: number;
  /** of the owner in another browser */
  sessionId: string;
  passkeyId: string;
  packageId: string;
  checkoutSessionId: string;
  receiptId: string;
  recipientEmail: string;
  /** of stamps given to that address, which wait */
  giftId: string;
  /** a day to remember */
  occasionId: number;
  /** of the link that ends reminders, and of the calendar's address */
  stopToken: string;
  feedToken: string;
}

export interface Entry {
  /** HTTP status for each role */
  answers: readonly [number, number, number, number, number, number];
  /** roles whose answers contain the owner's text; no other answer may */
  sees?: readonly Role[];
  /** path and query, if not the route itself */
  path?: (target: Target) => string;
  body?: (target: Target) => object;
  /** the request carries a proof of its own, so it needs no Origin */
  ownProof?: true;
  /** the body never ends */
  stream?: true;
  /** another program of the owner's may call it by an access token that has this scope; any other is refused */
  token?: TokenScope;
}

const all = (status: number): Entry['answers'] => [status, status, status, status, status, status];
/** Every signed-in person, for their own data. */
const each = (status = 200): Entry['answers'] => [401, status, status, status, status, status];
/** The owner only; others get 404. */
const own = (status = 200): Entry['answers'] => [401, 404, 404, 404, 404, status];
/** The owner only; others get 403, since the request names another user. */
const named = (status = 200): Entry['answers'] => [401, 403, 403, 403, 403, status];
/** Sender and recipient of the letter; the recipient with a verified address only, and once the letter left. */
const sides = (status = 200): Entry['answers'] => [401, 404, 404, status, 404, status];
/** Whoever has the link of a letter's page, once the letter left. */
const holders = (status: number): Entry['answers'] => [status, status, status, status, 404, status];

const DAY = { kind: 'day', label: 'Saint Nicholas', month: 12, day: 6, year: null, remindDays: 7 };
const OWNER: Role[] = ['owner'];
const SIDES: Role[] = ['verified recipient', 'owner'];
const HOLDERS = ROLES.filter((role) => role !== 'recipient of a waiting letter');

/** What no authenticator made. */
const NO_PASSKEY = {
  response: {
    id: 'AA',
    rawId: 'AA',
    type: 'public-key',
    response: { attestationObject: 'AA', clientDataJSON: 'AA' },
  },
  name: 'A phone',
};

/** An identity call with an empty body, which would contain its proof: the role does not matter. */
const unproved: Entry = { answers: all(400), ownProof: true, body: () => ({}) };
const keyed = (path: string) => () => `${path}?key=embedded`;
const IDENTITY = '/identitytoolkit.googleapis.com';
const identityCalls = (version: string, ...names: string[]): Record<string, Entry> =>
  Object.fromEntries(
    names.map((name) => [
      `POST ${IDENTITY}/${version}/accounts::${name}`,
      { ...unproved, path: keyed(`${IDENTITY}/${version}/accounts:${name}`) },
    ]),
  );

/** A route for anybody who has the link from a mail. */
const linked = (answers: Entry['answers'], path: (target: Target) => string): Entry => ({ answers, path });

/** The local mailbox has its own key; sessions do not count. */
const mailbox = (path: string): Entry => ({ answers: all(403), path: () => path });
const MESSAGE = '/mailbox/messages/5f0c1d6e-9a0b-4c7e-8f21-3b1f6f1f2a3b';

const WEB_PAGE = '/l/:token';

/** Answers of every route by role, in the order of the requests: routes that end something come late. */
export const AUTHORISATION: Record<string, Entry> = {
  'GET /ping': { answers: all(200) },
  'GET /livez': { answers: all(200) },
  'GET /readyz': { answers: all(200) },
  'GET /api/config': { answers: all(200) },
  'GET /api/openapi.json': { answers: all(200) },
  'GET /robots.txt': { answers: all(200) },
  'GET /sitemap.xml': { answers: all(200) },
  // Need METRICS_TOKEN, which is not set here; with it: server/operator/metrics/routes.test.ts.
  'GET /metrics': { answers: all(404) },
  'GET /status': { answers: all(404) },
  'GET /identity/jwks.json': { answers: all(200) },

  [`GET ${IDENTITY}/v1/projects`]: { answers: all(200), path: keyed(`${IDENTITY}/v1/projects`) },
  [`GET ${IDENTITY}/v2/passwordPolicy`]: { answers: all(200), path: keyed(`${IDENTITY}/v2/passwordPolicy`) },
  [`GET ${IDENTITY}/v2/recaptchaConfig`]: {
    answers: all(200),
    path: keyed(`${IDENTITY}/v2/recaptchaConfig`),
  },
  ...identityCalls('v1', 'signUp', 'signInWithPassword', 'signInWithIdp', 'lookup', 'update', 'sendOobCode'),
  ...identityCalls('v1', 'resetPassword', 'delete', 'signInWithEmailLink', 'signInWithCustomToken'),
  ...identityCalls('v2', 'revokeToken'),
  'POST /securetoken.googleapis.com/v1/token': {
    ...unproved,
    path: keyed('/securetoken.googleapis.com/v1/token'),
  },
  'POST /identity/passkeys/options': { answers: all(200) },
  'POST /identity/passkeys/sign-in': { answers: all(400), body: () => ({}) },
  'GET /identity/apple/start': {
    answers: all(302),
    path: () => '/identity/apple/start?flow=popup&attempt=5f0c1d6e-9a0b-4c7e-8f21-3b1f6f1f2a3b',
  },
  'POST /identity/apple/callback': unproved,
  'GET /identity/apple/handover.js': { answers: all(200) },

  'POST /api/user': { answers: named(), sees: OWNER, body: ({ uid }) => ({ firebaseUid: uid }) },
  'GET /api/users/:uid': { answers: own(), sees: OWNER, path: ({ uid }) => `/api/users/${uid}` },
  'POST /api/users': { answers: named(), sees: OWNER, body: ({ uid }) => ({ firebaseUid: uid }) },

  'GET /api/me': { answers: each(), sees: OWNER },
  'PATCH /api/me': { answers: each(), sees: OWNER, body: () => ({ language: null }) },

  'GET /api/account/holdings': { answers: each() },
  // Each role gets its own data.
  'GET /api/account/export': { answers: each() },

  'GET /api/occasions': { answers: each() },
  'POST /api/occasions': {
    answers: own(),
    body: ({ recipientId }) => ({ ...DAY, recipientId }),
  },
  'PUT /api/occasions/:id': {
    answers: own(),
    path: ({ occasionId }) => `/api/occasions/${occasionId}`,
    body: () => DAY,
  },
  'DELETE /api/occasions/:id': {
    answers: own(204),
    path: ({ occasionId }) => `/api/occasions/${occasionId}`,
  },
  'GET /api/reminder-settings': { answers: each() },
  'PUT /api/reminder-settings': { answers: each(), body: () => ({ days: true, silence: false }) },
  'GET /reminders/:token': linked(all(200), ({ stopToken }) => `/reminders/${stopToken}`),
  'POST /reminders/:token': {
    ...linked(all(200), ({ stopToken }) => `/reminders/${stopToken}`),
    ownProof: true,
  },
  'POST /reminders/:token/undo': {
    ...linked(all(200), ({ stopToken }) => `/reminders/${stopToken}/undo`),
    ownProof: true,
  },
  'GET /calendar/:token': {
    ...linked(all(200), ({ feedToken }) => `/calendar/${feedToken}.ics`),
    sees: ROLES,
  },
  // The address of the calendar is renewed: after this line the one above leads nowhere.
  'POST /api/reminder-settings/feed': { answers: each() },
  'DELETE /api/reminder-settings/feed': { answers: each() },
  'GET /api/recipient-groups': { answers: each(), sees: OWNER },
  'POST /api/recipient-groups': {
    // The person belongs to the owner's address book.
    answers: own(),
    body: ({ recipientId }) => ({ name: 'Sisters', recipientIds: [recipientId] }),
  },
  'PUT /api/recipient-groups/:id': {
    answers: own(),
    path: ({ groupId }) => `/api/recipient-groups/${groupId}`,
    body: () => ({ name: 'Brothers', recipientIds: [] }),
  },
  'DELETE /api/recipient-groups/:id': {
    answers: own(204),
    path: ({ groupId }) => `/api/recipient-groups/${groupId}`,
  },
  'GET /api/recipients': { answers: each(), sees: OWNER, token: 'read' },
  'POST /api/recipients': {
    answers: each(),
    token: 'write',
    body: () => ({ name: 'Runa', email: 'runa@example.org' }),
  },
  // Each role's own: an id of somebody else's is passed over.
  'POST /api/recipients/import': {
    answers: each(),
    body: () => ({ entries: [{ name: 'Runa', email: 'runa@example.net' }] }),
  },
  'POST /api/recipients/import/undo': {
    answers: each(),
    body: ({ recipientId, occasionId }) => ({ recipients: [recipientId], birthdays: [occasionId] }),
  },
  'GET /api/recipients/export': {
    answers: each(),
    sees: OWNER,
    path: () => '/api/recipients/export?format=csv',
  },
  'PUT /api/recipients/:id': {
    answers: own(),
    path: ({ recipientId }) => `/api/recipients/${recipientId}`,
    body: () => ({ name: 'Ilse', email: 'ilse@example.org' }),
  },
  'DELETE /api/recipients/:id': {
    answers: own(204),
    path: ({ recipientId }) => `/api/recipients/${recipientId}`,
  },

  'POST /api/upload': { answers: each(415), token: 'write', body: () => ({}) },
  'GET /api/photo/:filename': {
    answers: sides(),
    token: 'read',
    path: ({ photo }) => `/api/photo/${photo}`,
  },
  'POST /api/photo/:filename/edit': {
    // The owner's photo is a file of text.
    answers: own(422),
    path: ({ photo }) => `/api/photo/${photo}/edit`,
    body: () => ({ corners: null, light: 0, turn: 1, crop: null }),
  },

  'PUT /api/draft': {
    // The photo belongs to the owner.
    answers: own(),
    body: ({ photo, photoUrl }) => ({
      base: null,
      content: {
        letter: '5f0c1d6e-9a0b-4c7e-8f21-3b1f6f1f2a3b',
        step: 'upload',
        photos: [
          { id: 'p', filename: photo, originalName: photo, url: photoUrl, width: 1, height: 1, alt: '' },
        ],
        recipient: { name: '', email: '', recentId: null },
        template: 'vintage',
        message: 'A plumstone, not yet posted.',
        intent: null,
      },
    }),
  },
  'GET /api/draft': { answers: each(), sees: OWNER },
  'DELETE /api/draft': {
    answers: each(204),
    path: () => '/api/draft?letter=5f0c1d6e-9a0b-4c7e-8f21-3b1f6f1f2a3b&version=1',
  },

  'POST /api/letters': {
    // The photo belongs to the owner.
    answers: own(),
    token: 'write',
    sees: OWNER,
    body: ({ photoUrl }) => ({
      recipientName: 'Ilse',
      recipientEmail: 'ilse@example.org',
      emailMessage: 'The plumstone again.',
      template: 'vintage',
      photoUrls: [photoUrl],
    }),
  },
  'POST /api/letter-batches': {
    // The photo belongs to the owner.
    answers: own(),
    sees: OWNER,
    body: ({ photoUrl }) => ({
      recipients: [
        { name: 'Ilse', email: 'ilse@example.org' },
        { name: 'Runa', email: 'runa@example.org' },
      ],
      emailMessage: 'The plumstone again.',
      template: 'vintage',
      photoUrls: [photoUrl],
    }),
  },
  'GET /api/letters': { answers: each(), sees: OWNER, token: 'read' },
  'GET /api/letters/:id': {
    answers: own(),
    token: 'read',
    sees: OWNER,
    path: ({ letterId }) => `/api/letters/${letterId}`,
  },
  'POST /api/letters/:id/send': {
    answers: own(),
    token: 'send',
    sees: OWNER,
    path: ({ letterId }) => `/api/letters/${letterId}/send`,
  },
  'PUT /api/letters/:id/arrival': {
    answers: own(409),
    path: ({ letterId }) => `/api/letters/${letterId}/arrival`,
    body: () => ({ arrival: null }),
  },
  'DELETE /api/letters/:id/arrival': {
    answers: own(409),
    path: ({ letterId }) => `/api/letters/${letterId}/arrival`,
  },
  'POST /api/letters/:id/desk': {
    answers: own(409),
    path: ({ letterId }) => `/api/letters/${letterId}/desk`,
  },
  'POST /api/letters/:id/retry': {
    answers: own(),
    sees: OWNER,
    path: ({ letterId }) => `/api/letters/${letterId}/retry`,
  },
  'POST /api/letters/:id/report': {
    answers: [401, 404, 404, 200, 404, 200],
    path: ({ letterId }) => `/api/letters/${letterId}/report`,
    body: () => ({ reason: 'unwanted' }),
  },
  'GET /api/sender-pause': { answers: each() },
  'POST /api/sender-pause/ask': { answers: each() },
  'POST /api/letters/:id/web-page': {
    answers: own(),
    sees: OWNER,
    path: ({ letterId }) => `/api/letters/${letterId}/web-page`,
    body: () => ({ open: true }),
  },
  'GET /api/suppressions': { answers: each() },
  'POST /api/suppressions/lift': { answers: each(), body: () => ({ email: 'ilse@example.org' }) },

  'GET /api/conversations': { answers: each(), sees: SIDES, token: 'read' },
  'GET /api/conversations/:conversationId/thread': {
    answers: sides(),
    token: 'read',
    sees: SIDES,
    path: ({ conversationId }) => `/api/conversations/${conversationId}/thread`,
  },
  'GET /api/conversations/:conversationId/files/:fileId': {
    answers: sides(),
    path: ({ conversationId, fileId }) => `/api/conversations/${conversationId}/files/${fileId}`,
  },
  'POST /api/conversations/:conversationId/replies': {
    answers: sides(),
    token: 'send',
    sees: SIDES,
    path: ({ conversationId }) => `/api/conversations/${conversationId}/replies`,
    body: () => ({ body: 'A plumstone for you.' }),
  },
  'POST /api/conversations/:conversationId/mute': {
    answers: sides(),
    path: ({ conversationId }) => `/api/conversations/${conversationId}/mute`,
    body: () => ({ muted: false }),
  },
  'POST /api/conversations/:conversationId/read': {
    answers: sides(),
    path: ({ conversationId }) => `/api/conversations/${conversationId}/read`,
  },
  'POST /api/test/simulate-reply': {
    answers: sides(),
    body: ({ conversationId, recipientEmail }) => ({
      conversationId,
      fromEmail: recipientEmail,
      body: 'One more plumstone.',
    }),
  },
  'GET /api/replies': {
    answers: each(),
    sees: SIDES,
    path: ({ conversationId }) => `/api/replies?recipient=${conversationId}`,
  },
  'GET /api/correspondents': { answers: each(), sees: SIDES },
  'GET /api/found-letters': {
    answers: each(),
    sees: SIDES,
    path: () => '/api/found-letters?search=plumstone',
  },
  'GET /api/letter-totals': { answers: each() },
  'GET /api/unread': { answers: each(), sees: OWNER },
  'GET /api/received-letters': {
    answers: each(),
    sees: ['verified recipient'],
    path: ({ conversationId }) => `/api/received-letters?from=${conversationId}`,
  },
  'GET /api/correspondences/:conversationId': {
    answers: sides(),
    sees: SIDES,
    path: ({ conversationId }) => `/api/correspondences/${conversationId}`,
  },
  'GET /api/correspondences/:conversationId/export': {
    answers: sides(),
    sees: SIDES,
    path: ({ conversationId }) => `/api/correspondences/${conversationId}/export`,
  },
  'GET /api/events': { answers: each(), stream: true },

  'GET /api/credit-packages': { answers: all(200) },
  'GET /api/welcome-coupon': { answers: all(200) },
  'GET /api/ledger': { answers: each(), sees: OWNER },
  'POST /api/validate-coupon': {
    answers: named(),
    body: ({ uid }) => ({ code: 'TEACHER20', userId: uid }),
  },
  'POST /api/redeem-coupon': {
    answers: named(),
    body: ({ uid }) => ({ code: 'WELCOME5', userId: uid }),
  },
  'POST /api/create-checkout-session': {
    answers: named(),
    body: ({ uid, packageId }) => ({ packageId, userId: uid }),
  },
  'GET /api/checkout/:sessionId': {
    answers: own(),
    path: ({ checkoutSessionId }) => `/api/checkout/${checkoutSessionId}`,
  },
  'GET /api/receipts/:id': {
    answers: own(),
    sees: OWNER,
    path: ({ receiptId }) => `/api/receipts/${receiptId}`,
  },
  'GET /api/gifts': { answers: each(), sees: OWNER },
  'POST /api/gifts': {
    // The others bought nothing.
    answers: [401, 409, 409, 409, 409, 200],
    sees: OWNER,
    body: () => ({ credits: 1, recipientName: 'Runa', recipientEmail: 'runa@example.org' }),
  },
  'POST /api/received-gifts': { answers: each() },
  'DELETE /api/gifts/:id': {
    answers: own(),
    sees: OWNER,
    path: ({ giftId }) => `/api/gifts/${giftId}`,
  },
  'POST /api/stripe/webhook': { answers: all(400), ownProof: true, body: () => ({}) },
  // Anybody with the address may pay, as at Stripe.
  'GET /sandbox/checkout/:id': linked(
    all(200),
    ({ checkoutSessionId }) => `/sandbox/checkout/${checkoutSessionId}`,
  ),
  'POST /sandbox/checkout/:id': {
    ...linked(all(303), ({ checkoutSessionId }) => `/sandbox/checkout/${checkoutSessionId}`),
    body: () => ({ action: 'cancel' }),
  },

  'POST /api/support': {
    answers: all(200),
    // Its limit is by address.
    body: ({ letterId }) => ({
      name: 'Ilse',
      email: `ilse-${letterId}@example.org`,
      category: 'general',
      subject: 'A question',
      message: 'How do I begin?',
    }),
  },

  [`GET ${WEB_PAGE}`]: { ...linked(holders(200), ({ webToken }) => `/l/${webToken}`), sees: HOLDERS },
  [`GET ${WEB_PAGE}/photo/:position`]: linked(holders(200), ({ webToken }) => `/l/${webToken}/photo/1`),
  'GET /l/style.*.css': { answers: all(200) },
  'GET /l/*': { answers: all(404), path: () => '/l/a/b/c' },
  [`POST ${WEB_PAGE}/answer`]: {
    ...linked(holders(400), ({ mailedToken }) => `/l/${mailedToken}/answer`),
    sees: HOLDERS,
    ownProof: true,
  },
  [`GET ${WEB_PAGE}/report`]: {
    ...linked(holders(200), ({ mailedToken }) => `/l/${mailedToken}/report`),
    sees: HOLDERS,
  },
  [`POST ${WEB_PAGE}/report`]: {
    ...linked(holders(400), ({ mailedToken }) => `/l/${mailedToken}/report`),
    sees: HOLDERS,
    ownProof: true,
  },
  [`GET ${WEB_PAGE}/answer/:photo`]: linked(
    holders(200),
    ({ mailedToken, pagePhotoId }) => `/l/${mailedToken}/answer/${pagePhotoId}`,
  ),
  [`GET ${WEB_PAGE}/all`]: {
    ...linked(holders(200), ({ webToken }) => `/l/${webToken}/all`),
    sees: HOLDERS,
  },
  [`POST ${WEB_PAGE}/all`]: {
    ...linked(holders(400), ({ webToken }) => `/l/${webToken}/all`),
    sees: HOLDERS,
    ownProof: true,
  },
  'GET /l/all/:link': { ...linked(holders(200), ({ lettersLink }) => lettersLink), sees: HOLDERS },
  'GET /l/all/:link/photo/:photo': linked(
    holders(200),
    ({ lettersLink, photo }) => `${lettersLink}/photo/${photo.replace('.jpg', '')}`,
  ),
  // Its files have the names of both.
  'GET /l/all/:link/file/:file': linked(
    holders(200),
    ({ lettersLink, fileId }) => `${lettersLink}/file/${fileId}`,
  ),
  'GET /l/all/:link/letters.zip': {
    ...linked(holders(200), ({ lettersLink }) => `${lettersLink}/letters.zip`),
    sees: HOLDERS,
  },
  // A link is mailed to its own address alone, if there is a letter to be shown.
  'POST /l/all/:link': { ...linked(all(200), ({ lettersLink }) => lettersLink), ownProof: true },
  // They work for ever, and name nobody where the letter is not to be shown.
  [`GET ${WEB_PAGE}/stop`]: {
    ...linked(all(200), ({ mailedToken }) => `/l/${mailedToken}/stop`),
    sees: HOLDERS,
  },
  ...Object.fromEntries(
    ['stop', 'stop-all', 'allow-all', 'allow'].map((what) => [
      `POST ${WEB_PAGE}/${what}`,
      {
        ...linked(all(200), ({ mailedToken }) => `/l/${mailedToken}/${what}`),
        sees: HOLDERS,
        ownProof: true as const,
      },
    ]),
  ),
  'GET /mute/:link': { ...linked(all(200), ({ muteLink }) => muteLink), sees: ROLES },
  'POST /mute/:link': { ...linked(all(200), ({ muteLink }) => muteLink), sees: ROLES, ownProof: true },
  'GET /mute/:link/report': {
    ...linked(all(200), ({ muteLink }) => `${muteLink}/report`),
    sees: ROLES,
  },
  'POST /mute/:link/report': {
    ...linked(all(400), ({ muteLink }) => `${muteLink}/report`),
    sees: ROLES,
    ownProof: true,
  },
  'POST /mute/:link/undo': {
    ...linked(all(200), ({ muteLink }) => `${muteLink}/undo`),
    sees: ROLES,
    ownProof: true,
  },

  'GET /mailbox': mailbox('/mailbox'),
  'GET /mailbox/messages.json': mailbox('/mailbox/messages.json'),
  'GET /mailbox/messages/:id': mailbox(MESSAGE),
  'GET /mailbox/messages/:id/html': mailbox(`${MESSAGE}/html`),
  'GET /mailbox/messages/:id/raw': mailbox(`${MESSAGE}/raw`),
  'POST /mailbox/messages/:id/answer': mailbox(`${MESSAGE}/answer`),
  'POST /mailbox/messages/:id/delete': mailbox(`${MESSAGE}/delete`),
  'POST /mailbox/empty': mailbox('/mailbox/empty'),

  // The ID token is not valid, so nobody proves a recent sign-in.
  'POST /api/account/delete': {
    answers: each(403),
    body: () => ({ email: 'ilse@example.org', idToken: 'none' }),
  },
  // With an answer of an authenticator: server/people/identity/passkeys/routes.test.ts.
  'POST /api/passkeys/options': { answers: [401, 200, 403, 200, 200, 200], sees: OWNER },
  'POST /api/passkeys': { answers: [401, 400, 403, 400, 400, 400], body: () => NO_PASSKEY },
  'GET /api/access-tokens': { answers: each() },
  'POST /api/access-tokens': {
    answers: [401, 200, 403, 200, 200, 200],
    body: () => ({ name: 'The phone at Plumstone', scopes: ['send'] }),
    sees: ['other user', 'verified recipient', 'recipient of a waiting letter', 'owner'],
  },
  'GET /api/passkeys': { answers: each(), sees: OWNER },
  'PATCH /api/passkeys/:id': {
    answers: own(),
    sees: OWNER,
    path: ({ passkeyId }) => `/api/passkeys/${passkeyId}`,
    body: () => ({ name: 'The phone at Plumstone' }),
  },
  'DELETE /api/passkeys/:id': { answers: own(204), path: ({ passkeyId }) => `/api/passkeys/${passkeyId}` },
  'POST /api/session': { answers: all(401) },
  'GET /api/security-events': { answers: each() },
  'GET /api/sessions': { answers: each() },
  'DELETE /api/sessions/:id': { answers: own(204), path: ({ sessionId }) => `/api/sessions/${sessionId}` },
  'DELETE /api/sessions': { answers: each() },
  'DELETE /api/session': { answers: all(204) },
};

/** Files of the built web app, which may be missing. The same for everybody. */
export const BUILT = /^\/(assets\/.*|index\.html|favicon\.svg|theme-init\.js|manifest\.webmanifest)$/;
