import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  newOccasionBody,
  type Occasion,
  occasion,
  occasionBody,
  occasionList,
  reminderSettings,
  reminderSettingsBody,
} from '../../../shared/occasions.ts';
import { msg, said } from '../../../shared/words.ts';
import { noPage, notFound } from '../../core/errors.ts';
import { type PageOwner, switchPage } from '../../core/html/document.ts';
import { numberedParams, removes } from '../../core/http/path-params.ts';
import { inPages, sendList } from '../../core/http/send-list.ts';
import { sendPage, standalonePages } from '../../core/http/standalone-pages.ts';
import { once } from '../../core/idempotency.ts';
import { enforce, limit } from '../../core/rate-limit.ts';
import { mailToken } from '../../core/secrets.ts';
import type { Services } from '../../core/services.ts';
import { wordsFor, wordsIn } from '../../core/words.ts';
import { isStanding } from '../identity/accounts/data.ts';
import { requirePerson } from '../identity/sessions/person.ts';
import { calendarOf } from './calendar.ts';
import {
  addOccasion,
  changeOccasion,
  changeSettingsByStopToken,
  deleteOccasion,
  findCalendar,
  findSettingsByStopToken,
  listOccasions,
  readSettings,
  writeSettings,
} from './data.ts';

export async function reminderRoutes(app: FastifyInstance, services: Services): Promise<void> {
  occasionRoutes(app, services);
  settingsRoutes(app, services);
  // Pages of secret links, without a sign-in: the one that ends reminders, and the calendar.
  await app.register(async (scope) => {
    await standalonePages(scope, services, {
      images: "'none'",
      unknown: {
        title: msg('There is nothing here'),
        text: msg('Please check the link: it must be whole, as it was given to you.'),
      },
    });
    stopRoutes(scope, services);
    calendarRoute(scope, services);
  });
}

function occasionRoutes(app: FastifyInstance, { db }: Services): void {
  app.get('/api/occasions', { schema: { response: { 200: occasionList } } }, async (request, reply) => {
    const { uid } = requirePerson(request);
    return sendList(
      reply,
      uid,
      inPages(
        (page) => listOccasions(db, uid, page),
        (last: Occasion) => last,
      ),
    );
  });

  app.post(
    '/api/occasions',
    { schema: { body: newOccasionBody, response: { 200: occasion } } },
    async (request) => once(db, request, (tx, { uid }) => addOccasion(tx, uid, request.body)),
  );

  app.put(
    '/api/occasions/:id',
    { schema: { params: numberedParams, body: occasionBody, response: { 200: occasion } } },
    async (request) =>
      once(db, request, (tx, { uid }) => changeOccasion(tx, uid, request.params.id, request.body)),
  );

  app.delete('/api/occasions/:id', removes(numberedParams), async (request, reply) => {
    await deleteOccasion(db, requirePerson(request).uid, request.params.id);
    return reply.code(204).send(null);
  });
}

function settingsRoutes(app: FastifyInstance, { db, config }: Services): void {
  const answer = { response: { 200: reminderSettings } };

  app.get('/api/reminder-settings', { schema: answer }, async (request) =>
    readSettings(db, config, requirePerson(request).uid),
  );

  app.put('/api/reminder-settings', { schema: { body: reminderSettingsBody, ...answer } }, async (request) =>
    once(db, request, (tx, { uid }) => writeSettings(tx, config, uid, request.body)),
  );

  // A new address each time: the one before leads nowhere.
  for (const [method, makeToken] of [
    ['POST', mailToken],
    ['DELETE', () => null],
  ] as const) {
    app.route({
      method,
      url: '/api/reminder-settings/feed',
      schema: answer,
      handler: async (request) =>
        once(db, request, (tx, { uid }) => writeSettings(tx, config, uid, { feedToken: makeToken() })),
    });
  }
}

const params = z.object({ token: z.string().max(100) });

function stopRoutes(scope: FastifyInstance, { db, config }: Services): void {
  const show = async ({ language }: FastifyRequest, reply: FastifyReply, token: string) => {
    const settings = await findSettingsByStopToken(db, token);
    if (!settings) throw noPage();
    const on = settings.days || settings.silence;
    const words = wordsFor(language);
    return sendPage(reply, stopPage({ productName: config.PRODUCT_NAME, words }, token, on));
  };

  scope.get('/reminders/:token', { schema: { hide: true, params } }, async (request, reply) =>
    show(request, reply, request.params.token),
  );

  // The first is also the one click of a mail program (RFC 8058).
  for (const [path, change] of [
    ['/reminders/:token', { days: false, silence: false }],
    ['/reminders/:token/undo', { days: true }],
  ] as const) {
    scope.post(
      path,
      { config: { ownProof: true }, schema: { hide: true, params } },
      async (request, reply) => {
        const { token } = request.params;
        await changeSettingsByStopToken(db, token, change);
        return show(request, reply, token);
      },
    );
  }
}

function stopPage(owner: PageOwner, token: string, on: boolean): string {
  const { t } = owner.words;
  const off = t('No more of these mails');
  return switchPage(owner, `/reminders/${token}`, {
    on,
    title: on ? t('Mails about your days') : off,
    text: on
      ? t('We write to you when a day that you wanted to remember is near.')
      : t('We do not write to you about your days any more. They stay in your address book.'),
    button: on ? off : t('Write to me about them again'),
  });
}

function calendarRoute(scope: FastifyInstance, { db, config }: Services): void {
  scope.get('/calendar/:token', { schema: { hide: true, params } }, async (request, reply) => {
    const token = request.params.token.replace(/\.ics$/, '');
    const calendar = await findCalendar(db, token);
    if (!calendar || !(await isStanding(db, calendar.ownerUid)))
      throw notFound(said('That calendar could not be found.'));
    await enforce(db, limit('calendar', calendar.ownerUid));
    const words = wordsIn(config, calendar.language, calendar.browserLanguage);
    return reply
      .type('text/calendar; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .send(Readable.from(calendarOf({ db, config }, calendar.ownerUid, words), { objectMode: false }));
  });
}
