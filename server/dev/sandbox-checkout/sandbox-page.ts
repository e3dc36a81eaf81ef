import { dollars } from '../../../shared/credits.ts';
import { document } from '../../pages/document.ts';
import { type Html, html } from '../../pages/html.ts';

export interface SandboxSession {
  id: string;
  description: string;
  /** cents */
  amount: number;
  status: 'open' | 'complete' | 'expired';
  successUrl: string;
  cancelUrl: string;
}

const ACTIONS = [
  ['pay', 'Pay', 'It succeeds, and you go back.'],
  ['pay-late', 'Pay late', 'You go back at once; the money arrives ten seconds later.'],
  ['pay-and-close', 'Pay and close the tab', 'It succeeds, and you never come back by yourself.'],
  ['decline', 'Decline', 'The card is refused. You may try again.'],
  ['cancel', 'Cancel', 'Nothing is charged, and you go back.'],
] as const;

/** The test checkout: what is bought, and a button for each outcome. */
export function checkoutPage(product: string, session: SandboxSession, declined = false): string {
  return page(
    product,
    html`<dl><dt>${session.description}</dt><dd>${dollars(session.amount)}</dd></dl>
${declined && html`<p class="notice bad" role="alert">Your card was declined. Nothing was charged.</p>`}
${session.status === 'open' ? buttons() : over(product, session)}`,
  );
}

function buttons(): Html {
  const rows = ACTIONS.map(
    ([action, label, what]) =>
      html`<p><button name="action" value="${action}" aria-describedby="${action}"${action !== 'pay' && html` class="line"`}>${label}</button><span class="dim" id="${action}">${what}</span></p>`,
  );
  return html`<form method="post">${rows}</form>`;
}

function over(product: string, session: SandboxSession): Html {
  const paid = session.status === 'complete';
  const back = paid ? session.successUrl.replace('{CHECKOUT_SESSION_ID}', session.id) : session.cancelUrl;
  return html`<p class="notice">${paid ? 'This test checkout is paid.' : 'This test checkout is over. Nothing was charged.'}
<a href="${back}">Go back to ${product}</a></p>`;
}

/** The page after 'Pay and close the tab': nothing leads back. */
export function closedPage(product: string): string {
  return page(
    product,
    html`<p class="notice">Paid. Here the tab would be closed: no page leads back, and the credits arrive all the same. You can close it now.</p>`,
  );
}

function page(product: string, body: Html): string {
  return document({
    title: `Test checkout · ${product}`,
    look: 'checkout',
    body: html`<main class="panel"><p class="mark">Test, no money moves</p><h1>Test checkout</h1>
<p class="dim">${product} runs here without a payment service. This page stands in for one.</p>
${body}</main>`,
  });
}
