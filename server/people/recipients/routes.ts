import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { groupBody, recipientGroup, recipientGroupList } from '../../../shared/recipient-groups.ts';
import {
  exportQuery,
  importAnswer,
  importBody,
  recipient,
  recipientBody,
  recipientList,
  undoImportAnswer,
  undoImportBody,
} from '../../../shared/recipients.ts';
import { numberedParams, removes } from '../../core/http/path-params.ts';
import { onePart, sendList } from '../../core/http/send-list.ts';
import { once } from '../../core/idempotency.ts';
import { enforce, limit } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import { wordsFor } from '../../core/words.ts';
import { requirePerson } from '../identity/sessions/person.ts';
import { changeRecipient, deleteRecipient, findRecipients, listRecipients, saveRecipient } from './data.ts';
import { ADDRESS_FILES, addressFile } from './export-recipients.ts';
import { deleteGroup, listGroups, saveGroup } from './groups.ts';
import { importRecipients, undoImport } from './import-recipients.ts';

/** Bytes. */
const IMPORT_MAX_BYTES = 1024 * 1024;

export async function recipientRoutes(app: FastifyInstance, { db }: Services): Promise<void> {
  app.get('/api/recipients', { schema: { response: { 200: recipientList } } }, async (request, reply) => {
    const { uid } = requirePerson(request);
    return sendList(
      reply,
      uid,
      onePart(() => listRecipients(db, uid, request.language)),
    );
  });

  app.post(
    '/api/recipients',
    { schema: { body: recipientBody, response: { 200: recipient } } },
    async (request) => once(db, request, (tx, { uid }) => saveRecipient(tx, uid, request.body)),
  );

  app.post(
    '/api/recipients/import',
    { bodyLimit: IMPORT_MAX_BYTES, schema: { body: importBody, response: { 200: importAnswer } } },
    async (request) => {
      const { uid } = requirePerson(request);
      const outcome = await once(db, request, (tx) =>
        importRecipients(tx, uid, request.body, wordsFor(request.language)),
      );
      return { ...outcome, added: await findRecipients(db, uid, outcome.added) };
    },
  );

  app.post(
    '/api/recipients/import/undo',
    { schema: { body: undoImportBody, response: { 200: undoImportAnswer } } },
    async (request) =>
      once(db, request, async (tx, { uid }) => ({ removed: await undoImport(tx, uid, request.body) })),
  );

  app.get(
    '/api/recipients/export',
    // HEAD would read all of it.
    { exposeHeadRoute: false, schema: { querystring: exportQuery } },
    async (request, reply) => {
      const { uid } = requirePerson(request);
      const { format } = request.query;
      await enforce(db, limit('address-file', uid));
      return reply
        .type(ADDRESS_FILES[format].type)
        .header('content-disposition', `attachment; filename="address-book.${format}"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(addressFile(db, uid, request.language, format), { objectMode: false }));
    },
  );

  app.put(
    '/api/recipients/:id',
    { schema: { params: numberedParams, body: recipientBody, response: { 200: recipient } } },
    async (request) =>
      once(db, request, (tx, { uid }) =>
        changeRecipient(tx, uid, { id: request.params.id, ...request.body }),
      ),
  );

  app.delete('/api/recipients/:id', removes(numberedParams), async (request, reply) => {
    await deleteRecipient(db, requirePerson(request).uid, request.params.id);
    return reply.code(204).send(null);
  });
}

export async function groupRoutes(app: FastifyInstance, { db }: Services): Promise<void> {
  app.get('/api/recipient-groups', { schema: { response: { 200: recipientGroupList } } }, async (request) =>
    listGroups(db, requirePerson(request).uid, request.language),
  );

  app.post(
    '/api/recipient-groups',
    { schema: { body: groupBody, response: { 200: recipientGroup } } },
    async (request) => once(db, request, (tx, { uid }) => saveGroup(tx, uid, request.body)),
  );

  app.put(
    '/api/recipient-groups/:id',
    { schema: { params: numberedParams, body: groupBody, response: { 200: recipientGroup } } },
    async (request) =>
      once(db, request, (tx, { uid }) => saveGroup(tx, uid, request.body, request.params.id)),
  );

  app.delete('/api/recipient-groups/:id', removes(numberedParams), async (request, reply) => {
    await deleteGroup(db, requirePerson(request).uid, request.params.id);
    return reply.code(204).send(null);
  });
}
