import type { FastifyInstance } from 'fastify';
import {
  couponBody,
  creditPackageList,
  ledgerPage,
  ledgerQuery,
  redeemCouponResponse,
  validateCouponResponse,
  welcomeCouponResponse,
} from '../../../shared/credits.ts';
import { once } from '../../core/idempotency.ts';
import { enforce, limit } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import { wordsFor } from '../../core/words.ts';
import { requirePerson } from '../../people/identity/sessions/person.ts';
import { checkClaimedUser, lockUser, requireUser } from '../../people/users/data.ts';
import { couponUserOf } from './coupon-mailboxes.ts';
import { checkCoupon, presentCoupon, redeemCoupon, welcomeCoupon } from './coupons.ts';
import { listEntries } from './ledger-page.ts';
import { listPackages, packageInWords } from './offers.ts';

export async function creditRoutes(app: FastifyInstance, { db, addressHash }: Services): Promise<void> {
  app.get('/api/credit-packages', { schema: { response: { 200: creditPackageList } } }, async (request) => {
    const packages = await listPackages(db);
    const words = wordsFor(request.language);
    return packages.map((each) => ({ ...each, name: packageInWords(each.name, words) }));
  });

  app.get(
    '/api/welcome-coupon',
    { schema: { response: { 200: welcomeCouponResponse } } },
    async (request) => {
      const { person } = request;
      const user = person && couponUserOf(await requireUser(db, person), addressHash);
      const row = await welcomeCoupon(db, user);
      return { coupon: row && presentCoupon(row, wordsFor(request.language)) };
    },
  );

  app.post(
    '/api/validate-coupon',
    { schema: { body: couponBody, response: { 200: validateCouponResponse } } },
    async (request) => {
      const person = requirePerson(request);
      const user = await requireUser(db, person);
      checkClaimedUser(request.body.userId, person, user);
      // In one transaction: an attempt that fails by our fault does not count towards the limit.
      const { row, refusal } = await db.transaction(async (tx) => {
        await enforce(tx, limit('coupon', person.uid));
        return checkCoupon(tx, request.body.code, couponUserOf(user, addressHash));
      });
      const words = wordsFor(request.language);
      if (!row) return { valid: false, coupon: null, message: words.say(refusal) };
      const coupon = presentCoupon(row, words);
      return { valid: true, coupon, message: coupon.description };
    },
  );

  app.post(
    '/api/redeem-coupon',
    { schema: { body: couponBody, response: { 200: redeemCouponResponse } } },
    async (request) => {
      return once(db, request, async (tx, person) => {
        const user = await lockUser(tx, person);
        await enforce(tx, limit('coupon', person.uid));
        checkClaimedUser(request.body.userId, person, user);
        const { said, ...redeemed } = await redeemCoupon(
          tx,
          request.body.code,
          couponUserOf(user, addressHash),
        );
        return { ...redeemed, message: wordsFor(request.language).say(said) };
      });
    },
  );

  app.get(
    '/api/ledger',
    { schema: { querystring: ledgerQuery, response: { 200: ledgerPage } } },
    async (request) => {
      const user = await requireUser(db, requirePerson(request));
      return {
        credits: user.credits,
        ...(await listEntries(db, user.id, wordsFor(request.language), request.query)),
      };
    },
  );
}
