import { dollars } from '../../../shared/credits.ts';
import { Html, html } from '../../pages/html.ts';

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

/** The test checkout: what is asked for, and a button for each way it can go. */
export function checkoutPage(product: string, session: SandboxSession, declined = false): string {
  return page(
    product,
    html`<dl><div><dt>${session.description}</dt><dd>${dollars(session.amount)}</dd></div></dl>
${declined && html`<p class="note bad" role="alert">Your card was declined. Nothing was charged.</p>`}
${session.status === 'open' ? buttons() : over(product, session)}`,
  );
}

function buttons(): Html {
  const rows = ACTIONS.map(
    ([action, label, what]) =>
      html`<p><button name="action" value="${action}" aria-describedby="${action}" class="${action}">${label}</button><span id="${action}">${what}</span></p>`,
  );
  return html`<form method="post">${rows}</form>`;
}

function over(product: string, session: SandboxSession): Html {
  const paid = session.status === 'complete';
  const back = paid ? session.successUrl.replace('{CHECKOUT_SESSION_ID}', session.id) : session.cancelUrl;
  return html`<p class="note">${paid ? 'This test checkout is paid.' : 'This test checkout is over. Nothing was charged.'}
<a href="${back}">Go back to ${product}</a></p>`;
}

/** What a person sees who would have closed the tab. */
export function closedPage(product: string): string {
  return page(
    product,
    html`<p class="note">Paid. Here the tab would be closed: no page leads back, and the credits arrive all the same. You can close it now.</p>`,
  );
}

function page(product: string, body: Html): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Test checkout · ${product}</title><style>${new Html(STYLE)}</style></head>
<body><main><p class="mark">Test, no money moves</p><h1>Test checkout</h1>
<p class="dim">${product} runs here without a payment service. This page stands in for one.</p>
${body}</main></body></html>`.markup;
}

/** The desk's colours and a counter slip; the page stands alone, so it carries them itself. */
const STYLE = `
:root{color-scheme:light dark;--desk:#e3e8ed;--slip:#fbf9f3;--ink:#161f36;--pencil:#4f5a68;--rule:#c6ced8;--edge:#737f8d;--accent:#25399b;--on-accent:#fff;--stamp-deep:#a62812;--wash:#fbe7e1;--warning:#735000;--warning-wash:#f8edd0;--focus:#25399b}
@media (prefers-color-scheme:dark){:root{--desk:#13151a;--slip:#2d2a23;--ink:#f2ede1;--pencil:#b5b7ba;--rule:#3b3e46;--edge:#878b94;--accent:#9fbaf8;--on-accent:#0d1733;--stamp-deep:#ff9a80;--wash:#3d211c;--warning:#eac46f;--warning-wash:#352b14;--focus:#ffd98a}}
*{box-sizing:border-box}
body{margin:0;background:var(--desk);color:var(--ink);font:400 1.0625rem/1.45 system-ui,"Segoe UI",sans-serif;padding:32px 16px}
main{max-width:34rem;margin:0 auto;background:var(--slip);padding:28px 28px 32px;border-radius:2px;box-shadow:0 2px 8px -2px rgb(0 0 0/.25)}
h1{font:500 1.75rem/1.15 Georgia,serif;margin:14px 0 8px;padding-bottom:12px;border-bottom:1.5px solid var(--ink)}
p{margin:0 0 12px}.dim{color:var(--pencil);font-size:.9375rem}
.mark{display:inline-block;margin:0;padding:6px 10px;background:var(--warning-wash);color:var(--warning);font-weight:700;border:1.5px solid currentColor;border-radius:2px}
dl{margin:20px 0;border-bottom:2px dashed var(--edge);padding-bottom:20px}
dl div{display:flex;justify-content:space-between;gap:16px;font:500 1.25rem/1.3 ui-monospace,Consolas,monospace}dd{margin:0}
form p{display:grid;grid-template-columns:15rem 1fr;gap:4px 16px;align-items:center;margin:0;padding:8px 0}
form span{color:var(--pencil);font-size:.9375rem}
button{font:inherit;font-weight:600;min-height:48px;padding:0 16px;color:var(--ink);background:none;border:1.5px solid var(--edge);border-radius:2px;cursor:pointer;text-align:left}
button.pay{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
button:hover{border-color:var(--accent)}:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.note{padding:12px 16px;border:1.5px solid var(--edge)}.bad{background:var(--wash);color:var(--stamp-deep);border-color:currentColor;font-weight:600}
a{color:var(--accent)}
@media (max-width:480px){form p{grid-template-columns:1fr}main{padding:20px 16px}}
`;
