import type { FastifyInstance } from 'fastify';
import { cleanSenderName } from '../../../shared/person-name.ts';
import { senderDisplayName } from '../../../templates/parts/names.ts';
import { noPage } from '../../core/errors.ts';
import { html } from '../../core/html/html.ts';
import { sendPage } from '../../core/http/standalone-pages.ts';
import type { Services } from '../../core/services.ts';
import { reportGift, reportLetter } from '../../letters/report/report-letter.ts';
import { reportForm, reportPage } from '../../letters/report/report-page.ts';
import { findStopLink, type StopLink } from '../../letters/stop-link.ts';
import { findMailedGift } from '../../money/gifts/data.ts';
import { type Asked, tokenPage, tokenSchema } from './token-pages.ts';

/** Reporting needs neither account nor script, and works when the letter's page is closed. */
export function reportPageRoutes(scope: FastifyInstance, services: Services): void {
  const { db, addressHash } = services;
  const known = async (token: string) => {
    const link = await findStopLink(db, addressHash, token);
    const gift = link?.giftId ? await findMailedGift(db, link.giftId) : null;
    if (!link || !(link.letter || gift)) throw noPage();
    return { ...link, gift };
  };
  const shown = (
    asked: Asked,
    { letter, gift, language }: StopLink & { gift: { fromName: string } | null },
    state: Parameters<typeof reportPage>[1]['state'],
  ) => {
    const page = tokenPage(services, asked, language);
    const { words, path, query } = page;
    return reportPage(page, {
      action: `${path}/report${query}`,
      sender: senderDisplayName({
        senderName: letter?.senderName ?? cleanSenderName(gift?.fromName ?? ''),
        words,
      }),
      address: letter?.recipientEmail ?? null,
      state,
      more: html`<p><a href="${path}/stop${query}">${words.t('More about refusing letters')}</a></p>`,
    });
  };

  scope.get('/l/:token/report', { schema: tokenSchema }, async (request, reply) =>
    sendPage(reply, shown(request, await known(request.params.token), 'open')),
  );

  scope.post(
    '/l/:token/report',
    { config: { ownProof: true }, schema: { ...tokenSchema, body: reportForm } },
    async (request, reply) => {
      const link = await known(request.params.token);
      const { reason, words } = request.body;
      if (!reason) return sendPage(reply.code(400), shown(request, link, 'choose'));
      const report = { origin: 'page', reason, words } as const;
      const { letter, gift } = link;
      await db.transaction(async (tx) => {
        if (letter) await reportLetter(tx, services, letter, report);
        else if (gift) await reportGift(tx, services, gift.id, report);
      });
      return sendPage(reply, shown(request, link, 'reported'));
    },
  );
}
