import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { REPORT_REASONS, type ReportReason, reportReason } from '../../../shared/reports.ts';
import { msg } from '../../../shared/words.ts';
import { namesOf } from '../../../templates/parts/names.ts';
import { noPage } from '../../core/errors.ts';
import { notePage } from '../../core/html/document.ts';
import { html, worded } from '../../core/html/html.ts';
import { sendPage } from '../../core/http/standalone-pages.ts';
import type { Services } from '../../core/services.ts';
import type { LetterRow } from '../../letters/data.ts';
import { reportLetter } from '../../letters/report/report-letter.ts';
import { findStopLink } from '../../letters/stop-link.ts';
import { type Asked, type TokenPage, tokenPage, tokenSchema } from './token-pages.ts';

/** `choose` when the form came without a choice */
type State = 'open' | 'choose' | 'reported';

const form = z.preprocess(
  (body) => body ?? {},
  z.object({ reason: reportReason.optional().catch(undefined) }),
);

/** Where a recipient reports a letter by the token in their mail, without an account and without script; also when its page is closed. */
export function reportPageRoutes(scope: FastifyInstance, services: Services): void {
  const { db, addressHash } = services;
  const routes = scope.withTypeProvider<ZodTypeProvider>();
  const known = async (token: string) => {
    const link = await findStopLink(db, addressHash, token);
    if (!link?.letter) throw noPage();
    return link.letter;
  };
  const page = (asked: Asked, letter: LetterRow, state: State) =>
    reportPage(tokenPage(services, asked, letter.language), letter, state);

  routes.get('/l/:token/report', { schema: tokenSchema }, async (request, reply) =>
    sendPage(reply, page(request, await known(request.params.token), 'open')),
  );

  routes.post(
    '/l/:token/report',
    { config: { ownProof: true }, schema: { ...tokenSchema, body: form } },
    async (request, reply) => {
      const letter = await known(request.params.token);
      const { reason } = request.body;
      if (!reason) return sendPage(reply.code(400), page(request, letter, 'choose'));
      await db.transaction((tx) => reportLetter(tx, services, letter, { origin: 'page', reason }));
      return sendPage(reply, page(request, letter, 'reported'));
    },
  );
}

/** The page where a recipient reports a letter. */
function reportPage(page: TokenPage, letter: LetterRow, state: State): string {
  const { words, path, query } = page;
  const sender = html`<bdi>${namesOf({ ...letter, words }).sender}</bdi>`;
  const names = { sender, address: letter.recipientEmail };
  if (state === 'reported') {
    const refused = msg(
      'We read every report, and this letter with it. Letters from {sender} to {address} are refused from now on.',
    );
    return notePage(
      page,
      words.t('Thank you for telling us'),
      html`<p role="status">${worded(words, refused, names)}</p>
<p><a href="${path}/stop${query}">${words.t('More about refusing letters')}</a></p>`,
    );
  }
  const reasons = Object.keys(REPORT_REASONS) as ReportReason[];
  const what = msg(
    'Tell us what is wrong with the letter from {sender}. We read it then, and {sender} can no longer write to {address}. If they try, they are told that you asked for this, not that you reported a letter.',
  );
  return notePage(
    page,
    words.t('Report this letter'),
    html`<p>${worded(words, what, names)}</p>
<form method="post" action="${path}/report${query}">
<fieldset class="choices"><legend>${words.t('What is wrong with it?')}</legend>
${reasons.map((reason) => html`<label><input type="radio" name="reason" value="${reason}" required> ${words.t(REPORT_REASONS[reason])}</label>`)}
</fieldset>
${state === 'choose' && html`<p class="trouble" role="alert">${words.t('Please choose what is wrong with the letter.')}</p>`}
<button>${words.t('Report this letter')}</button>
</form>`,
  );
}
