import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { emailAddress, INVALID_EMAIL_MESSAGE } from '../../../shared/email-address.ts';
import { EMAIL_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { mailNetworkOf, wideNetworkOf } from '../../core/http/network.ts';
import { sendPage } from '../../core/http/standalone-pages.ts';
import type { AskedLink } from '../../core/jobs/jobs.ts';
import { limit, spend } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import { type OpenedPage, requirePage } from '../../letters/web-page.ts';
import { type Asked, tokenPage, tokenSchema } from '../letter/token-pages.ts';
import { askForLettersPage } from './ask-for-letters-page.ts';

const form = z.preprocess((body) => body ?? {}, z.object({ email: z.string().catch('') }));

/** The link of the recipient's mail asks for no address. Anybody else types one, and sees the same whatever it is. */
export function askRoutes(scope: FastifyInstance, services: Services): void {
  const { db } = services;
  const shown = (
    asked: Asked,
    { letter, path, byRecipient }: OpenedPage,
    state: Parameters<typeof askForLettersPage>[0]['state'],
  ) =>
    askForLettersPage({
      ...tokenPage(services, asked, letter.language),
      path,
      senderName: letter.senderName,
      address: byRecipient ? letter.recipientEmail : null,
      state,
    });

  scope.get('/l/:token/all', { schema: tokenSchema }, async (request, reply) =>
    sendPage(reply, shown(request, await requirePage(db, request.params.token), 'open')),
  );

  scope.post(
    '/l/:token/all',
    { config: { ownProof: true }, schema: { ...tokenSchema, body: form } },
    async (request, reply) => {
      const page = await requirePage(db, request.params.token);
      const { letter, byRecipient } = page;
      const address = byRecipient ? letter.recipientEmail : emailAddress.safeParse(request.body.email).data;
      if (address === undefined) {
        const { words } = tokenPage(services, request, letter.language);
        const typed = request.body.email.slice(0, EMAIL_MAX_CHARACTERS);
        const trouble = words.t(INVALID_EMAIL_MESSAGE);
        return sendPage(reply.code(400), shown(request, page, { typed, trouble }));
      }
      await askForLink(services, request.ip, { letterId: letter.id, address, byRecipient });
      return sendPage(reply, shown(request, page, 'asked'));
    },
  );
}

/** Leaves the request to a job, whatever the address. One beyond the share of a network or letter is dropped. */
export async function askForLink(
  { db, queue }: Pick<Services, 'db' | 'queue'>,
  ip: string,
  asked: AskedLink,
): Promise<void> {
  const share = asked.byRecipient ? `letter ${asked.letterId}` : wideNetworkOf(ip);
  if (share !== null && !(await spend(db, limit('links to all letters from', share), 1))) return;
  const network = mailNetworkOf(ip);
  await db.transaction((tx) => queue.enqueue(tx, 'mail-letters-link', { ...asked, network }));
}
