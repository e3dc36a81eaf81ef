import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { letterBatch, sendBatchBody } from '../../shared/letter-batches.ts';
import { once } from '../core/idempotency.ts';
import type { Services } from '../core/services.ts';
import { wordsFor } from '../core/words.ts';
import { requirePerson } from '../people/identity/sessions/person.ts';
import { limitRefusals } from '../people/recipients/limit-refusals.ts';
import { findLetter, listLetters } from './data.ts';
import { sendBatch } from './send/send-letters.ts';

/** One letter to several people. */
export async function batchRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, config } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.post(
    '/api/letter-batches',
    { schema: { body: sendBatchBody, response: { 200: letterBatch } } },
    async (request) => {
      const person = requirePerson(request);
      // Twenty letters with twenty photos are 100 kB: what is kept for a repeated request is by what they are found.
      const { batchId, letterId } = await once(
        db,
        request,
        (tx) => sendBatch(tx, services, { person, ip: request.ip }, request.body),
        (ask) => limitRefusals(services, person.uid, ask),
      );
      const reader = { db, config, words: wordsFor(request.language) };
      if (batchId !== null)
        return { batchId, letters: await listLetters(reader, person.uid, { batch: batchId }) };
      const letter = await findLetter(reader, person.uid, letterId);
      return { batchId, letters: letter ? [letter] : [] };
    },
  );
}
