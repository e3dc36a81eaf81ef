import { dollars } from '../../../shared/credits.ts';
import { msg, type Words } from '../../../shared/words.ts';
import { document } from '../../core/html/document.ts';
import { type Html, html } from '../../core/html/html.ts';
import type { SandboxSession } from './schema.ts';

const ACTIONS = [
  ['pay', msg('Pay'), msg('It succeeds, and you go back.')],
  ['pay-late', msg('Pay late'), msg('You go back at once; the money arrives ten seconds later.')],
  ['pay-and-close', msg('Pay and close the tab'), msg('It succeeds, and you never come back by yourself.')],
  ['decline', msg('Decline'), msg('The card is refused. You may try again.')],
  ['cancel', msg('Cancel'), msg('Nothing is charged, and you go back.')],
] as const;

export function checkoutPage(words: Words, product: string, session: SandboxSession, declined = false) {
  const refusal = declined && words.t('Your card was declined. Nothing was charged.');
  return page(
    words,
    product,
    html`<dl><dt>${session.description}</dt><dd>${dollars(session.amount, words.language)}</dd></dl>
${refusal && html`<p class="notice bad" role="alert">${refusal}</p>`}
${session.status === 'open' ? buttons(words) : over(words, product, session)}`,
  );
}

function buttons({ t }: Words): Html {
  const rows = ACTIONS.map(
    ([action, label, what]) =>
      html`<p><button name="action" value="${action}" aria-describedby="${action}"${action !== 'pay' && html` class="line"`}>${t(label)}</button><span class="dim" id="${action}">${t(what)}</span></p>`,
  );
  return html`<form method="post">${rows}</form>`;
}

function over({ t }: Words, product: string, session: SandboxSession): Html {
  const paid = session.status === 'complete';
  const back = paid ? session.successUrl.replace('{CHECKOUT_SESSION_ID}', session.id) : session.cancelUrl;
  const outcome = paid
    ? t('This test checkout is paid.')
    : t('This test checkout is over. Nothing was charged.');
  return html`<p class="notice">${outcome}</p>
<p><a href="${back}">${t('Go back to {product}', { product })}</a></p>`;
}

export function closedPage(words: Words, product: string): string {
  const paid = words.t(
    'Paid. Here the tab would be closed: no page leads back, and the credits arrive all the same. You can close it now.',
  );
  return page(words, product, html`<p class="notice">${paid}</p>`);
}

function page({ language, t }: Words, product: string, body: Html): string {
  return document({
    language,
    title: t('Test checkout · {product}', { product }),
    look: 'checkout',
    body: html`<main class="panel"><p class="mark">${t('Test, no money moves')}</p><h1>${t('Test checkout')}</h1>
<p class="dim">${t('{product} runs here without a payment service. This page stands in for one.', { product })}</p>
${body}</main>`,
  });
}
