import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notFound, ProductError } from '../../core/errors.ts';
import { html } from '../../core/html/html.ts';
import { sendPage } from '../../core/http/standalone-pages.ts';
import type { Services } from '../../core/services.ts';
import { deleteMessages, markOpened } from '../../mail/out/captured-transport.ts';
import { isOpen, MailboxAccess } from './access.ts';
import { findMessage, framedHtml, listMessages, readContent } from './messages.ts';
import { listPage, mailboxPage, messagePage, type ShownMessage } from './pages.ts';
import { canReplyTo, sendReply } from './send-reply.ts';

const REPLY_MAX_CHARACTERS = 20_000;
/** In its frame a message runs nothing, loads nothing from elsewhere and has no origin. */
const FRAME_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'";

const params = z.object({ id: z.uuid() });
const listQuery = z.object({ token: z.string().max(200).optional() });
const messageQuery = z.object({ answered: z.string().optional() });
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
  const opened = { onRequest, schema: { hide: true } };
  const ofMessage = { onRequest, schema: { hide: true, params } };
  const load = async (id: string): Promise<ShownMessage> => {
    const message = await findMessage(db, id);
    const content = await readContent(message.raw);
    const canReply = replyPort !== null && canReplyTo(config, content);
    return { productName, message, content, canReply, answered: null, draft: '' };
  };

  scope.get('/mailbox', { schema: { hide: true, querystring: listQuery } }, async (request, reply) => {
    const { token } = request.query;
    if (token !== undefined && access.open(token, reply)) return reply.redirect('/mailbox', 303);
    access.requireCookie(request);
    return sendPage(reply, listPage(productName, await listMessages(db)));
  });

  scope.get('/mailbox/messages.json', opened, () => listMessages(db));

  scope.get('/mailbox/messages/:id/raw', ofMessage, async (request, reply) =>
    reply.type('message/rfc822').send((await findMessage(db, request.params.id)).raw),
  );

  scope.get('/mailbox/messages/:id/html', ofMessage, async (request, reply) => {
    const { raw } = await findMessage(db, request.params.id);
    const framed = framedHtml(await readContent(raw));
    return sendPage(reply.header('content-security-policy', FRAME_POLICY), framed);
  });

  scope.get(
    '/mailbox/messages/:id',
    { onRequest, schema: { hide: true, params, querystring: messageQuery } },
    async (request, reply) => {
      const shown = await load(request.params.id);
      // The one GET that writes.
      await markOpened(db, shown.message.id);
      const answered = request.query.answered === undefined ? null : 'sent';
      return sendPage(reply, messagePage({ ...shown, answered }));
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
        sendPage(reply.code(status), messagePage({ ...shown, answered, draft: text }));
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

  scope.post('/mailbox/messages/:id/delete', ofMessage, async (request, reply) => {
    await deleteMessages(db, request.params.id);
    return reply.redirect('/mailbox', 303);
  });

  scope.post('/mailbox/empty', opened, async (_request, reply) => {
    await deleteMessages(db);
    return reply.redirect('/mailbox', 303);
  });
}
