import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  DRAFT_MAX_BYTES,
  type Draft,
  discardDraftQuery,
  draftConflict,
  draftResponse,
  draftRevision,
  saveDraftBody,
} from '../../../shared/drafts.ts';
import { holdSession } from '../../core/hold-session.ts';
import { nothing } from '../../core/http/path-params.ts';
import { enforce, limit } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import { wordsFor } from '../../core/words.ts';
import { requirePerson } from '../../people/identity/sessions/person.ts';
import { discardDraft, findDraft } from './data.ts';
import { saveDraft } from './save-draft.ts';

export async function draftRoutes(app: FastifyInstance, { db }: Services): Promise<void> {
  app.get('/api/draft', { schema: { response: { 200: draftResponse } } }, async (request, reply) => {
    const { uid } = requirePerson(request);
    reply.header('cache-control', 'no-store');
    return { draft: await findDraft(db, uid) };
  });

  app.put(
    '/api/draft',
    {
      bodyLimit: DRAFT_MAX_BYTES,
      schema: { body: saveDraftBody, response: { 200: draftRevision, 409: draftConflict } },
    },
    async (request, reply) => {
      const person = requirePerson(request);
      const { uid } = person;
      await enforce(db, limit('draft', uid));
      const outcome = await db.transaction(async (tx) => {
        await holdSession(tx, person);
        return saveDraft(tx, uid, request.body);
      });
      return 'saved' in outcome
        ? outcome.saved
        : reply.code(409).send(changedMeanwhile(outcome.changed, request));
    },
  );

  app.delete(
    '/api/draft',
    { schema: { querystring: discardDraftQuery, response: { 204: nothing, 409: draftConflict } } },
    async (request, reply) => {
      const { uid } = requirePerson(request);
      const newer = await db.transaction((tx) => discardDraft(tx, uid, request.query));
      return newer ? reply.code(409).send(changedMeanwhile(newer, request)) : reply.code(204).send(null);
    },
  );
}

function changedMeanwhile(draft: Draft | null, { language }: FastifyRequest): z.infer<typeof draftConflict> {
  const { t } = wordsFor(language);
  const message = draft
    ? t('Your letter was changed on another device meanwhile.')
    : // Translators: put away: discarded
      t('This letter was sent or put away on another device meanwhile.');
  return { code: 'DRAFT_CHANGED', message, draft };
}
