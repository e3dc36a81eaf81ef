import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notFound, ProductError } from '../../core/errors.ts';
import { html } from '../../core/html/html.ts';
import { sendPage } from '../../core/http/standalone-pages.ts';
import type { Services } from '../../core/services.ts';
import { deleteMessages, markOpened } from '../../mail/out/captured-transport.ts';
import { isOpen, MailboxAccess } from './access.ts';
import { countMessages, findMessage, framedHtml, listMessages, readContent } from './messages.ts';
import { listPage, mailboxPage, messagePage, type ShownMessage, VIEWS } from './pages.ts';
import { canReplyTo, sendReply } from './send-reply.ts';

const REPLY_MAX_CHARACTERS = 20_000;
/** In its frame a message runs nothing, loads nothing from elsewhere and has no origin. */
const FRAME_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'";

const FONTS = {
  'Brygada 1918': 'brygada-1918',
  'Atkinson Hyperlegible Next': 'atkinson-hyperlegible-next',
  'Atkinson Hyperlegible Mono': 'atkinson-hyperlegible-mono',
};
const FONT_FACES = Object.entries(FONTS).map(
  ([family, name]) =>
    `@font-face{font-family:"${family}";src:url(/mailbox/fonts/${name}.woff2);font-weight:200 800}`,
);

const params = z.object({ id: z.uuid() });
const partParams = params.extend({ index: z.coerce.number().int().min(0).max(1000) });
const listQuery = z.object({ token: z.string().max(200).optional(), watch: z.string().optional() });
const messageQuery = z.object({
  view: z.enum(VIEWS).optional(),
  width: z.enum(['phone', 'desktop']).default('desktop'),
  answered: z.string().optional(),
});
const replyBody = z.object({ text: z.string().trim().max(REPLY_MAX_CHARACTERS) });

/** There only while mail is captured and only this machine can ask. */
export async function localMailboxRoutes(
  app: FastifyInstance,
  services: Services,
  receiverPort: number | null,
): Promise<void> {
  const { config } = services;
  if (!isOpen(config)) return;
  const access = new MailboxAccess(services);
  await app.register(async (scope) => {
    await scope.register(formbody);
    scope.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof ProductError)) throw error;
      const main = html`<h1>Not here</h1><p class="notice">${error.message}</p><p><a href="/mailbox">Local mailbox</a></p>`;
      return sendPage(reply.code(error.status), mailboxPage(config.PRODUCT_NAME, 'Not here', main));
    });
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      access.requireLocal(request);
    });
    fontRoutes(scope);
    partRoutes(scope, services, access);
    pageRoutes(scope, services, access, receiverPort ?? config.INBOUND_SMTP_PORT ?? null);
  });
}

function pageRoutes(
  scope: FastifyInstance,
  { config, db, log }: Services,
  access: MailboxAccess,
  replyPort: number | null,
): void {
  const productName = config.PRODUCT_NAME;
  const onRequest = async (request: FastifyRequest) => access.requireCookie(request);
  const load = async (id: string): Promise<ShownMessage> => {
    const message = await findMessage(db, id);
    const content = await readContent(message.raw);
    const canReply = replyPort !== null && canReplyTo(config, content);
    const view = content.html === null ? 'text' : 'html';
    return { productName, message, content, view, width: 'desktop', canReply, answered: null, draft: '' };
  };

  scope.get('/mailbox', { schema: { hide: true, querystring: listQuery } }, async (request, reply) => {
    const { token, watch } = request.query;
    if (token !== undefined && access.open(token, reply)) return reply.redirect('/mailbox', 303);
    access.requireCookie(request);
    const [messages, total] = await Promise.all([listMessages(db), countMessages(db)]);
    return sendPage(reply, listPage(productName, messages, total, watch !== undefined));
  });

  scope.get('/mailbox/messages.json', { onRequest, schema: { hide: true } }, () => listMessages(db));

  scope.get(
    '/mailbox/messages/:id',
    { onRequest, schema: { hide: true, params, querystring: messageQuery } },
    async (request, reply) => {
      const shown = await load(request.params.id);
      // The one GET that writes.
      await markOpened(db, shown.message.id);
      const { view = shown.view, width, answered } = request.query;
      return sendPage(
        reply,
        messagePage({ ...shown, view, width, answered: answered === undefined ? null : 'sent' }),
      );
    },
  );

  scope.post(
    '/mailbox/messages/:id/answer',
    { onRequest, schema: { hide: true, params, body: replyBody } },
    async (request, reply) => {
      const shown = await load(request.params.id);
      if (replyPort === null || !shown.canReply)
        throw notFound({ text: 'A way to answer that message could not be found.' });
      const { text } = request.body;
      const again = (status: number, answered: 'empty' | 'failed') =>
        sendPage(reply.code(status), messagePage({ ...shown, view: 'html', answered, draft: text }));
      if (text === '') return again(400, 'empty');
      try {
        await sendReply(config, shown.content, text, replyPort);
      } catch (error) {
        log.error({ err: error }, 'the mail receiver did not accept an answer from the local mailbox');
        return again(502, 'failed');
      }
      return reply.redirect(`/mailbox/messages/${shown.message.id}?answered`, 303);
    },
  );

  scope.post(
    '/mailbox/messages/:id/delete',
    { onRequest, schema: { hide: true, params } },
    async (request, reply) => {
      await deleteMessages(db, request.params.id);
      return reply.redirect('/mailbox', 303);
    },
  );

  scope.post('/mailbox/empty', { onRequest, schema: { hide: true } }, async (_request, reply) => {
    await deleteMessages(db);
    return reply.redirect('/mailbox', 303);
  });
}

function partRoutes(scope: FastifyInstance, { db }: Services, access: MailboxAccess): void {
  const onRequest = async (request: FastifyRequest) => access.requireCookie(request);
  const contentOf = async (id: string) => readContent((await findMessage(db, id)).raw);
  const ofMessage = { onRequest, schema: { hide: true, params } };

  scope.get('/mailbox/messages/:id/raw', ofMessage, async (request, reply) =>
    reply.type('message/rfc822').send((await findMessage(db, request.params.id)).raw),
  );

  scope.get('/mailbox/messages/:id/source', ofMessage, async (request, reply) =>
    reply
      .header('content-security-policy', FRAME_POLICY)
      .type('text/plain; charset=utf-8')
      .send((await findMessage(db, request.params.id)).raw),
  );

  scope.get('/mailbox/messages/:id/html', ofMessage, async (request, reply) =>
    sendPage(
      reply.header('content-security-policy', FRAME_POLICY),
      framedHtml(await contentOf(request.params.id)),
    ),
  );

  scope.get(
    '/mailbox/messages/:id/attachments/:index',
    { onRequest, schema: { hide: true, params: partParams } },
    async ({ params: { id, index } }, reply) => {
      const part = (await contentOf(id)).parts[index];
      if (!part) throw notFound({ text: 'That attachment could not be found.' });
      return reply
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(part.filename)}`)
        .type('application/octet-stream')
        .send(part.content);
    },
  );
}

function fontRoutes(scope: FastifyInstance): void {
  scope.get('/mailbox/fonts.css', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(FONT_FACES.join('\n')),
  );
  scope.get(
    '/mailbox/fonts/:name.woff2',
    { schema: { hide: true, params: z.object({ name: z.enum(Object.values(FONTS)) }) } },
    async ({ params: { name } }, reply) => {
      const file = `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`;
      return reply
        .header('cache-control', 'max-age=86400')
        .type('font/woff2')
        .send(await readFile(createRequire(import.meta.url).resolve(file)));
    },
  );
}
