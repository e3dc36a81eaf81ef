import type { ApplePerson, AppleStandIn } from '../test/stand-ins/apple-stand-in.ts';
import { type Answer, standingBefore } from './outside-world.ts';

/** Who is asked for consent next, and the name that Apple passes on with it, which it does once. */
export interface AtApple {
  person: ApplePerson;
  name: { firstName: string; lastName: string } | null;
}

/** appleid.apple.com: a page that asks for consent and posts the answer back, as Apple's does; else the stand-in. */
export function applePage(apple: AppleStandIn, next: AtApple): Answer {
  const endpoints = standingBefore(() => apple.origin);
  return (request, response) => {
    if (!request.url?.startsWith('/auth/authorize?')) return endpoints(request, response);
    const { code, state } = apple.consent(`${apple.origin}${request.url}`, next.person);
    const user = next.name ? JSON.stringify({ name: next.name, email: next.person.email }) : null;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>Apple</title>
      <h1>Sign in to Slow Letters with your Apple Account</h1>
      ${form(apple.redirectUri, { code, state, ...(user ? { user } : {}) }, 'Continue')}
      ${form(apple.redirectUri, { error: 'user_cancelled_authorize', state }, 'Cancel')}`);
  };
}

function form(action: string, fields: Record<string, string>, label: string): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value.replaceAll('"', '&quot;')}">`,
  );
  return `<form method="post" action="${action}">${inputs.join('')}<button>${label}</button></form>`;
}
