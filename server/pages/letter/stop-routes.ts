import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Marked, msg, sentenceGap } from '../../../shared/words.ts';
import { namesOf } from '../../../templates/parts/names.ts';
import { noPage } from '../../core/errors.ts';
import { notePage } from '../../core/html/document.ts';
import { type Html, html, worded } from '../../core/html/html.ts';
import { sendPage } from '../../core/http/standalone-pages.ts';
import type { Services } from '../../core/services.ts';
import { findStopLink, type StopLink } from '../../letters/stop-link.ts';
import { block, findBlocks, type Refused, unblock } from '../../people/recipients/blocks.ts';
import { type Asked, type TokenPage, tokenPage, tokenSchema } from './token-pages.ts';

/** It works when the page is closed or the letter erased: its recipient may still want no more. A look changes nothing. */
export function stopRoutes(scope: FastifyInstance, services: Services): void {
  const { db, addressHash } = services;
  const known = async (token: string) => {
    const link = await findStopLink(db, addressHash, token);
    if (!link) throw noPage();
    return link;
  };
  const shown = async (request: Asked, link: StopLink, reply: FastifyReply) => {
    const page = tokenPage(services, request, link.language);
    return sendPage(reply, stopPage(page, link, await findBlocks(db, link.pair)));
  };

  scope.get('/l/:token/stop', { schema: tokenSchema }, async (request, reply) =>
    shown(request, await known(request.params.token), reply),
  );

  const change = (path: string, refused: Refused, work: typeof block | typeof unblock) =>
    scope.post(
      `/l/:token/${path}`,
      { config: { ownProof: true }, schema: tokenSchema },
      async (request, reply) => {
        const link = await known(request.params.token);
        if (path !== 'stop' && !link.mayAllow) throw noPage();
        await work(db, link.pair, refused);
        // Answered with the page and not by a redirect, which one-click senders must not follow (RFC 8058, 3.1).
        return shown(request, link, reply);
      },
    );
  change('stop', 'sender', block);
  change('stop-all', 'anybody', block);
  change('allow', 'sender', unblock);
  change('allow-all', 'anybody', unblock);
}

function stopPage(
  page: TokenPage,
  { letter, giftId, mayAllow }: StopLink,
  refused: Record<Refused, boolean>,
): string {
  const { productName, words, path, query } = page;
  const texts = letter ? NAMED : NAMELESS;
  const lasting = words.t(mayAllow ? CHANGEABLE : texts.lasting);
  const sender = letter ? namesOf({ ...letter, words }).sender : '';
  const names = {
    sender: html`<bdi>${sender}</bdi>`,
    address: letter?.recipientEmail ?? '',
    product: productName,
  };
  const form = (action: string, label: Html | string, look = html` class="line"`) =>
    html`<form method="post" action="${path}/${action}${query}"><button${look}><span>${label}</span></button></form>`;

  const fromSender = refused.sender
    ? html`<p role="status">${worded(words, texts.senderRefused, names)}</p>
${mayAllow ? form('allow', worded(words, texts.allowSender, names)) : html`<p>${lasting}</p>`}`
    : html`<p>${worded(words, texts.mayRefuseSender, names)}${sentenceGap(words.language)}${lasting}</p>
${form('stop', words.t('Don’t send me letters from this person'), html``)}`;
  const fromAnybody = refused.anybody
    ? html`<p role="status">${worded(words, texts.anybodyRefused, names)}</p>
${mayAllow && form('allow-all', words.t('Take letters again'))}`
    : mayAllow &&
      html`<p>${worded(words, texts.mayRefuseAnybody, names)}</p>
${form('stop-all', words.t('No letters from anybody here'))}`;

  const title = refused.anybody
    ? words.t('No letters from anybody')
    : words.say({ text: refused.sender ? texts.titleRefused : texts.title, values: { sender } });
  const body = refused.anybody
    ? html`${fromAnybody}${refused.sender && fromSender}`
    : html`${fromSender}${fromAnybody}`;
  const report = html`<p><a href="${path}/report${query}">${letter ? words.t('Report this letter') : words.t('Report this mail')}</a></p>`;
  return notePage(page, title, html`${body}${(letter || giftId) && report}`);
}

const CHANGEABLE = msg('You can change your mind here at any time.');

const NAMED = {
  title: msg('Letters from {sender}'),
  titleRefused: msg('No more letters from {sender}'),
  senderRefused: msg(
    'Letters from {sender} to {address} are refused. If {sender} tries to send one, they are told that you asked for this.',
  ),
  allowSender: msg('Take letters from {sender} again'),
  mayRefuseSender: msg(
    '{product} can refuse every further letter from {sender} to {address}. If {sender} tries to send one, they are told that you asked for this.',
  ),
  anybodyRefused: msg('Nobody can send a letter to {address} with {product}, whoever they are.'),
  mayRefuseAnybody: msg(
    'Or refuse letters from everybody: then nobody can send one to {address} with {product}, not even people you know.',
  ),
  lasting: msg(
    'This is the link of an older letter, which its sender knows too. So it cannot allow letters again: for that, use the link in a newer letter, or write to us.',
  ),
};

/** The same once the letter is erased, with the names of both. */
const NAMELESS: Record<keyof typeof NAMED, string & Marked> = {
  title: msg('Letters from this person'),
  titleRefused: msg('No more letters from this person'),
  senderRefused: msg(
    'Letters from this person to your address are refused. If they try to send one, they are told that you asked for this.',
  ),
  allowSender: msg('Take letters from this person again'),
  mayRefuseSender: msg(
    '{product} can refuse every further letter from this person to your address. If they try to send one, they are told that you asked for this.',
  ),
  anybodyRefused: msg('Nobody can send a letter to your address with {product}, whoever they are.'),
  mayRefuseAnybody: msg(
    'Or refuse letters from everybody: then nobody can send one to your address with {product}, not even people you know.',
  ),
  lasting: msg(
    'This is the link of an older letter, which the sender knows too. So it cannot allow letters again: for that, use the link in a newer letter, or write to us.',
  ),
};
