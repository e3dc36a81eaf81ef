import type { FastifyInstance } from 'fastify';
import { giftOverview, giveStampsBody, receivedGifts } from '../../../shared/gifts.ts';
import { uuidParams } from '../../core/http/path-params.ts';
import { once } from '../../core/idempotency.ts';
import type { Services } from '../../core/services.ts';
import { type Person, requirePerson } from '../../people/identity/sessions/person.ts';
import { limitRefusals } from '../../people/recipients/limit-refusals.ts';
import { lockUser, requireUser } from '../../people/users/data.ts';
import { receiveGifts } from './claim-gifts.ts';
import { giftOverviewOf } from './data.ts';
import { giveStamps } from './give-stamps.ts';
import { takeBackGift } from './return-gifts.ts';

/** Credits given to other people (docs/decisions/0056). */
export async function giftRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db } = services;
  const overviewOf = async (person: Person) => giftOverviewOf(db, (await requireUser(db, person)).id);

  app.get('/api/gifts', { schema: { response: { 200: giftOverview } } }, async (request) =>
    overviewOf(requirePerson(request)),
  );

  app.post(
    '/api/gifts',
    { schema: { body: giveStampsBody, response: { 200: giftOverview } } },
    async (request) => {
      const person = requirePerson(request);
      await once(
        db,
        request,
        async (tx) => {
          await giveStamps(tx, services, person, request.body);
          return {};
        },
        (ask) => limitRefusals(services, person.uid, ask),
      );
      return overviewOf(person);
    },
  );

  app.delete(
    '/api/gifts/:id',
    { schema: { params: uuidParams, response: { 200: giftOverview } } },
    async (request) => {
      const person = requirePerson(request);
      await once(db, request, async (tx) => {
        await takeBackGift(tx, person, request.params.id);
        return {};
      });
      return overviewOf(person);
    },
  );

  // A stranger who signed up with an address learns nothing of what waits for it.
  app.post('/api/received-gifts', { schema: { response: { 200: receivedGifts } } }, async (request) => {
    return once(db, request, async (tx, person) => ({
      gifts: await receiveGifts(tx, await lockUser(tx, person)),
    }));
  });
}
