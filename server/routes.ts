import type { FastifyInstance } from 'fastify';
import { eraseAccount } from './account/erase-account.ts';
import { accountRoutes } from './account/routes.ts';
import { allLettersRoutes } from './all-letters/routes.ts';
import { conversationRoutes } from './conversations/routes.ts';
import { correspondenceRoutes } from './correspondences/routes.ts';
import { creditRoutes } from './credits/routes.ts';
import { localMailboxRoutes } from './dev/local-mailbox/routes.ts';
import { sandboxRoutes } from './dev/sandbox-checkout/sandbox-routes.ts';
import { simulateReplyRoutes } from './dev/simulate-reply-routes.ts';
import { draftRoutes } from './drafts/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { giftRoutes } from './gifts/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { inboundWebhookRoutes } from './inbound/webhook/routes.ts';
import { letterRoutes } from './letters/routes.ts';
import { probeRoutes } from './operator/metrics/probe-routes.ts';
import { operateRoutes } from './operator/metrics/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { photoRoutes } from './photos/routes.ts';
import type { Services } from './platform/services.ts';
import { groupRoutes } from './recipients/group-routes.ts';
import { recipientRoutes } from './recipients/routes.ts';
import { reminderRoutes } from './reminders/routes.ts';
import { supportRoutes } from './support/routes.ts';
import { userRoutes } from './users/routes.ts';
import { clientConfigOf, configRoutes, webRoutes } from './web-app/routes.ts';

/** Routes of a worker that has a port (WORKER_PORT): for monitoring only. */
export async function registerWorkerRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await probeRoutes(app, services); //         /ping, /livez, /readyz
  await operateRoutes(app, services); //      /metrics, /status, only with METRICS_TOKEN
}

/** The route table: which domain serves which paths. */
export async function registerRoutes(
  app: FastifyInstance,
  services: Services,
  receiverPort: number | null,
): Promise<void> {
  await probeRoutes(app, services); //         /ping, /livez, /readyz
  await configRoutes(app, services); //       /api/config, /api/openapi.json
  await operateRoutes(app, services); //      /metrics, /status, only with METRICS_TOKEN
  // /identitytoolkit…, /securetoken…, /api/session(s); deleting the sign-in account, or handing it over, erases the user's data
  await identityRoutes(app, services, (tx, uid, cause) => eraseAccount(tx, services, uid, cause));
  await accountRoutes(app, services); //      /api/account
  await userRoutes(app, services); //         /api/user, /api/users, /api/me
  await recipientRoutes(app, services); //    /api/recipients
  await groupRoutes(app, services); //        /api/recipient-groups
  await photoRoutes(app, services); //        /api/upload, /api/photo
  await draftRoutes(app, services); //        /api/draft
  await letterRoutes(app, services); //       /api/letters, /api/letter-batches, /api/suppressions, /l
  await conversationRoutes(app, services); // /api/conversations, /api/correspondents, /api/replies, /api/unread, /mute
  await correspondenceRoutes(app, services); // /api/correspondences
  await allLettersRoutes(app, services); //   /l/all, /l/…/all
  await eventRoutes(app, services); //        /api/events
  await creditRoutes(app, services); //       /api/credit-packages, /api/*-coupon
  await giftRoutes(app, services); //         /api/gifts, /api/received-gifts
  await paymentRoutes(app, services); //      /api/create-checkout-session
  await supportRoutes(app, services); //      /api/support
  await reminderRoutes(app, services); //     /api/occasions, /api/reminder-settings, /reminders, /calendar
  await inboundWebhookRoutes(app, services); // /api/inbound/raw, only with its secret
  await simulateReplyRoutes(app, services); // /api/test/simulate-reply, only with TEST_ROUTES
  if (services.payments.kind === 'sandbox') await app.register(sandboxRoutes, services); // /sandbox
  await localMailboxRoutes(app, services, receiverPort); // /mailbox, only while mail is captured locally
  await webRoutes(app, { config: services.config, client: clientConfigOf(services) }); // the built web app, for every other path
}
