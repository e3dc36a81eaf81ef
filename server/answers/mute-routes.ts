import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { msg, type Words } from '../../shared/words.ts';
import { senderDisplayName } from '../../templates/parts/names.ts';
import type { Config } from '../core/config.ts';
import { noPage } from '../core/errors.ts';
import { switchPage } from '../core/html/document.ts';
import { html, worded } from '../core/html/html.ts';
import { sendPage, standalonePages } from '../core/http/standalone-pages.ts';
import type { Services } from '../core/services.ts';
import { setMuted } from '../letters/conversations.ts';
import { reportConversation } from '../letters/report/report-letter.ts';
import { reportForm, reportPage } from '../letters/report/report-page.ts';
import type { Destination } from '../mail/in/destination.ts';
import { readMuteLink } from './mute.ts';
import { type Parties, partiesOf, wordsOfSide } from './relay-parties.ts';

const params = z.object({ link: z.string().max(200) });

/** One side of a conversation mutes its mail here, or unmutes it. */
export async function mutePageRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    await standalonePages(scope, services, {
      images: "'none'",
      unknown: {
        title: msg('There is nothing here'),
        text: msg('Please check the link: it must be whole, as it stands in the e-mail.'),
      },
    });
    muteRoutes(scope, services);
  });
}

function muteRoutes(scope: FastifyInstance, services: Services): void {
  const sideOf = async (link: string): Promise<Destination> => {
    const muted = await readMuteLink(services, link);
    if (!muted) throw noPage();
    return muted;
  };
  const show = async (reply: FastifyReply, link: string, side: Destination) => {
    const parties = await partiesOf(services.db, side.conversationId);
    return sendPage(reply, mutePage(services.config, link, side, parties));
  };

  scope.get('/mute/:link', { schema: { hide: true, params } }, async (request, reply) => {
    const { link } = request.params;
    return show(reply, link, await sideOf(link));
  });

  for (const [path, muted] of [
    ['/mute/:link', true],
    ['/mute/:link/undo', false],
  ] as const) {
    scope.post(
      path,
      { config: { ownProof: true }, schema: { hide: true, params } },
      async (request, reply) => {
        const { link } = request.params;
        const side = await sideOf(link);
        const found = await setMuted(services.db, side, muted);
        if (muted && !found) return reply.code(204).send();
        return show(reply, link, side);
      },
    );
  }

  const shown = (link: string, { side }: Destination, parties: Parties, state: ReportPageState) => {
    const words = wordsOfSide(services.config, side, parties);
    return reportPage(
      { productName: services.config.PRODUCT_NAME, words },
      { action: `/mute/${link}/report`, sender: otherOf(side, parties, words), address: null, state },
    );
  };

  scope.get('/mute/:link/report', { schema: { hide: true, params } }, async (request, reply) => {
    const { link } = request.params;
    const side = await sideOf(link);
    return sendPage(reply, shown(link, side, await partiesOf(services.db, side.conversationId), 'open'));
  });

  scope.post(
    '/mute/:link/report',
    { config: { ownProof: true }, schema: { hide: true, params, body: reportForm } },
    async (request, reply) => {
      const { link } = request.params;
      const muted = await sideOf(link);
      const parties = await partiesOf(services.db, muted.conversationId);
      const { reason, words } = request.body;
      if (!reason) return sendPage(reply.code(400), shown(link, muted, parties, 'choose'));
      await services.db.transaction((tx) =>
        reportConversation(tx, services, muted, { origin: 'page', reason, words }),
      );
      return sendPage(reply, shown(link, muted, parties, 'reported'));
    },
  );
}

type ReportPageState = Parameters<typeof reportPage>[1]['state'];

const otherOf = (side: Destination['side'], { letter }: Parties, words: Words) =>
  side === 'sender' ? letter.recipientName : senderDisplayName({ ...letter, words });

function mutePage(config: Config, link: string, { side }: Destination, parties: Parties): string {
  const productName = config.PRODUCT_NAME;
  const words = wordsOfSide(config, side, parties);
  const { senderMutedAt, recipientMutedAt } = parties.conversation;
  const muted = (side === 'sender' ? senderMutedAt : recipientMutedAt) !== null;
  const values = { name: html`<bdi>${otherOf(side, parties, words)}</bdi>`, product: productName };
  const quiet = msg(
    'You get no more mail from this conversation with {name}. What {name} writes is kept, and you can read it in {product} by signing in with the address that this mail went to.',
  );
  const heard = msg('Each answer in your conversation with {name} is sent to you by mail.');
  return switchPage({ productName, words }, `/mute/${link}`, {
    on: !muted,
    title: muted ? words.t('This conversation is quiet') : words.t('Mail from this conversation'),
    text: worded(words, muted ? quiet : heard, values),
    button: muted ? words.t('Send me mail again') : words.t('No more mail from this conversation'),
    more: html`<p><a href="/mute/${link}/report">${words.t('Report this mail')}</a></p>`,
  });
}
