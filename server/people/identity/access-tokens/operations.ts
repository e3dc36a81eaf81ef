import type { FastifyRequest } from 'fastify';
import type { TokenScope } from '../../../../shared/access-tokens.ts';

type OwnError = 402 | 404 | 409 | 413 | 415;

interface Operation {
  scope: TokenScope;
  operationId: string;
  summary: string;
  /** beside those that each has */
  errors: OwnError[];
}

const may =
  (scope: TokenScope) =>
  (operationId: string, summary: string, ...errors: OwnError[]): Operation => ({
    scope,
    operationId,
    summary,
    errors,
  });
const [read, write, send] = [may('read'), may('write'), may('send')];

/** All that other programs may do, listed in /api/openapi.json: no payments, and nothing that widens their access. */
const OPERATIONS: Record<string, Operation> = {
  'GET /api/letters': read('listLetters', 'The letters that you wrote, the newest first'),
  'GET /api/letters/:id': read('getLetter', 'One of them, with its state', 404),
  'GET /api/conversations': read('listConversations', 'Your conversations, the newest message first'),
  'GET /api/conversations/:conversationId/thread': read('getConversation', 'A letter and its answers', 404),
  'GET /api/photo/:filename': read('getPhoto', 'A photo of a letter or answer', 404),
  'GET /api/recipients': read('listPeople', 'Your address book'),
  'POST /api/recipients': write('addPerson', 'Add somebody to your address book', 409),
  'POST /api/upload': write('uploadPhotos', 'Upload the photos of a letter, in its order', 409, 413, 415),
  'POST /api/letters': write(
    'writeLetter',
    'Write a letter, which costs nothing until it is sent',
    402,
    404,
    409,
  ),
  'POST /api/letters/:id/send': send('sendLetter', 'Send a letter for one credit; once', 402, 404, 409),
  'POST /api/conversations/:conversationId/replies': send(
    'answer',
    'Answer in a conversation, for nothing',
    404,
    409,
  ),
};

/** @param route the template, so that no spelling of a path means another */
export const operationOf = (method: string, route: string | undefined): Operation | undefined =>
  OPERATIONS[`${method === 'HEAD' ? 'GET' : method} ${route}`];

export const scopeOf = ({ method, routeOptions }: FastifyRequest): TokenScope | undefined =>
  operationOf(method, routeOptions.url)?.scope;
