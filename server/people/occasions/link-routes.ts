import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { said, type Words } from '../../../shared/words.ts';
import { noPage, notFound, ProductError } from '../../core/errors.ts';
import { notePage } from '../../core/html/document.ts';
import { html } from '../../core/html/html.ts';
import { standalonePages } from '../../core/http/standalone-pages.ts';
import { enforce, limit } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import { wordsFor, wordsIn } from '../../core/words.ts';
import { calendarOf } from './calendar.ts';
import { changeSettingsByStopToken, findCalendar, findSettingsByStopToken } from './data.ts';

const params = z.object({ token: z.string().max(100) });

/** Pages of secret links, without a sign-in: the one that ends reminders, and the calendar. */
export async function linkRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    await standalonePages(scope, "'none'");
    scope.setErrorHandler((error, request, reply) => {
      if (!(error instanceof ProductError)) throw error;
      const isUnknown = error.status === 404;
      const words = wordsFor(request.language);
      const title = isUnknown ? words.t('There is nothing here') : words.t('One moment, please');
      const text = isUnknown
        ? words.t('Please check the link: it must be whole, as it was given to you.')
        : words.say(error.said);
      reply.code(error.status).headers(error.headers).type('text/html; charset=utf-8');
      return reply.send(notePage(services.config.PRODUCT_NAME, words, title, html`<p>${text}</p>`));
    });
    stopRoutes(scope, services);
    calendarRoute(scope, services);
  });
}

function stopRoutes(scope: FastifyInstance, { db, config }: Services): void {
  const routes = scope.withTypeProvider<ZodTypeProvider>();
  const show = async ({ language }: FastifyRequest, reply: FastifyReply, token: string) => {
    const settings = await findSettingsByStopToken(db, token);
    if (!settings) throw noPage();
    reply.type('text/html; charset=utf-8');
    return reply.send(
      stopPage(config.PRODUCT_NAME, wordsFor(language), token, settings.days || settings.silence),
    );
  };

  routes.get('/reminders/:token', { schema: { hide: true, params } }, async (request, reply) =>
    show(request, reply, request.params.token),
  );

  // The first is also the one click of a mail program (RFC 8058).
  for (const [path, change] of [
    ['/reminders/:token', { days: false, silence: false }],
    ['/reminders/:token/undo', { days: true }],
  ] as const) {
    routes.post(
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

function stopPage(productName: string, words: Words, token: string, on: boolean): string {
  const { t } = words;
  if (on)
    return notePage(
      productName,
      words,
      t('Mails about your days'),
      html`<p>${t('We write to you when a day that you wanted to remember is near.')}</p>
<form method="post" action="/reminders/${token}"><button type="submit">${t('No more of these mails')}</button></form>`,
    );
  return notePage(
    productName,
    words,
    t('No more of these mails'),
    html`<p role="status">${t('We do not write to you about your days any more. They stay in your address book.')}</p>
<form method="post" action="/reminders/${token}/undo"><button type="submit">${t('Write to me about them again')}</button></form>`,
  );
}

function calendarRoute(scope: FastifyInstance, { db, config }: Services): void {
  const routes = scope.withTypeProvider<ZodTypeProvider>();
  routes.get('/calendar/:token', { schema: { hide: true, params } }, async (request, reply) => {
    const token = request.params.token.replace(/\.ics$/, '');
    const calendar = await findCalendar(db, token);
    if (!calendar) throw notFound(said('That calendar could not be found.'));
    await enforce(db, limit('calendar', calendar.ownerUid));
    const words = wordsIn(config, calendar.language, calendar.browserLanguage);
    return reply
      .type('text/calendar; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .send(Readable.from(calendarOf({ db, config }, calendar.ownerUid, words), { objectMode: false }));
  });
}
