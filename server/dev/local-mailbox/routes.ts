import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound, ProductError } from '../../errors.ts';
import { html } from '../../pages/html.ts';
import type { Services } from '../../platform/services.ts';
import { MailboxAccess } from './access.ts';
import { canBeAnswered, sendAnswer } from './answer.ts';
import { countMessages, deleteAllMessages, deleteMessage, listMessages, markOpened } from './data.ts';
import { listPage } from './list-page.ts';
import { idParams, loadMessage } from './load-message.ts';
import { isOpen, mailboxToken } from './local-mailbox.ts';
import { messagePage, VIEWS } from './message-page.ts';
import { page } from './page.ts';
import { partRoutes } from './part-routes.ts';
import { styleRoutes } from './style-routes.ts';

const ANSWER_MAX_CHARACTERS = 20_000;

const listQuery = z.object({ token: z.string().max(200).optional(), watch: z.string().optional() });
const messageQuery = z.object({
  view: z.enum(VIEWS).optional(),
  width: z.enum(['phone', 'desktop']).default('desktop'),
  answered: z.string().optional(),
});
const answerBody = z.object({ text: z.string().trim().max(ANSWER_MAX_CHARACTERS) });

/**
 * The local mailbox, where caught mail can be read, looked at as its recipient would, and answered. Not there at
 * all unless mail is caught and only this machine can ask.
 * @param receiverPort where this process receives mail by SMTP; null when another one does, or none
 */
export async function localMailboxRoutes(
  app: FastifyInstance,
  services: Services,
  receiverPort: number | null,
): Promise<void> {
  const { config, db } = services;
  if (!isOpen(config)) return;
  const access = new MailboxAccess(config, mailboxToken(config));

  await app.register(async (scope) => {
    takeForms(scope);
    showErrors(scope, config.PRODUCT_NAME);
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      access.requireLocal(request);
    });
    styleRoutes(scope);
    partRoutes(scope, db, access);
    pageRoutes(scope, services, access, receiverPort ?? config.INBOUND_SMTP_PORT ?? null);
  });
}

function pageRoutes(
  scope: FastifyInstance,
  { config, db, log }: Services,
  access: MailboxAccess,
  answerPort: number | null,
): void {
  const routes = scope.withTypeProvider<ZodTypeProvider>();
  const productName = config.PRODUCT_NAME;
  const opened = { onRequest: async (request: FastifyRequest) => access.requireCookie(request) };

  routes.get('/mailbox', { schema: { hide: true, querystring: listQuery } }, async (request, reply) => {
    const { token, watch } = request.query;
    if (token !== undefined && access.open(token, reply)) return reply.redirect('/mailbox', 303);
    access.requireCookie(request);
    const [messages, total] = await Promise.all([listMessages(db), countMessages(db)]);
    return sendPage(reply, listPage(productName, messages, total, watch !== undefined));
  });

  routes.get('/mailbox/messages.json', { ...opened, schema: { hide: true } }, () => listMessages(db));

  routes.get(
    '/mailbox/messages/:id',
    { ...opened, schema: { hide: true, params: idParams, querystring: messageQuery } },
    async (request, reply) => {
      const { message, content } = await loadMessage(db, request.params.id);
      // The one GET that writes: that a message was looked at, on the machine of whoever looks.
      await markOpened(db, message.id);
      const { view, width, answered } = request.query;
      const shown = {
        productName,
        message,
        content,
        view: view ?? (content.html === null ? 'text' : 'html'),
        width,
        answerable: answerPort !== null && canBeAnswered(config, content),
        answered: answered === undefined ? null : ('sent' as const),
        draft: '',
      };
      return sendPage(reply, messagePage(shown));
    },
  );

  routes.post(
    '/mailbox/messages/:id/answer',
    { ...opened, schema: { hide: true, params: idParams, body: answerBody } },
    async (request, reply) => {
      const { message, content } = await loadMessage(db, request.params.id);
      if (answerPort === null || !canBeAnswered(config, content))
        throw notFound('A way to answer that message');
      const { text } = request.body;
      const again = (answered: 'empty' | 'failed') => {
        const shown = { view: 'html', width: 'desktop', answerable: true, answered, draft: text } as const;
        return sendPage(reply, messagePage({ productName, message, content, ...shown }));
      };
      if (text === '') {
        reply.code(400);
        return again('empty');
      }
      try {
        await sendAnswer(config, content, text, answerPort);
      } catch (error) {
        log.error({ err: error }, 'an answer from the local mailbox was not taken');
        reply.code(502);
        return again('failed');
      }
      return reply.redirect(`/mailbox/messages/${message.id}?answered`, 303);
    },
  );

  routes.post(
    '/mailbox/messages/:id/delete',
    { ...opened, schema: { hide: true, params: idParams } },
    async (request, reply) => {
      await deleteMessage(db, request.params.id);
      return reply.redirect('/mailbox', 303);
    },
  );

  routes.post('/mailbox/empty', { ...opened, schema: { hide: true } }, async (_request, reply) => {
    await deleteAllMessages(db);
    return reply.redirect('/mailbox', 303);
  });
}

function sendPage(reply: FastifyReply, markup: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(markup);
}

function takeForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    },
  );
}

/** These pages are read by a person in a browser, so their errors are pages too. */
function showErrors(scope: FastifyInstance, productName: string): void {
  scope.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof ProductError)) throw error;
    reply.code(error.status);
    const main = html`<h1>Not here</h1><p class="note">${error.message}</p><p><a href="/mailbox">Local mailbox</a></p>`;
    return sendPage(reply, page(productName, 'Not here', main));
  });
}
