import type { FastifyInstance } from 'fastify';
import { conversationRoutes } from './answers/routes.ts';
import { localMailboxRoutes } from './dev/local-mailbox/routes.ts';
import { sandboxRoutes } from './dev/sandbox-checkout/sandbox-routes.ts';
import { simulateReplyRoutes } from './dev/simulate-reply.ts';
import { draftRoutes } from './letters/drafts/routes.ts';
import { photoRoutes } from './letters/photos/routes.ts';
import { letterRoutes } from './letters/routes.ts';
import { inboundWebhookRoutes } from './mail/in/webhook/routes.ts';
import { creditRoutes } from './money/credits/routes.ts';
import { giftRoutes } from './money/gifts/routes.ts';
import { paymentRoutes } from './money/payments/routes.ts';
import { probeRoutes } from './operator/metrics/probe-routes.ts';
import { operateRoutes } from './operator/metrics/routes.ts';
import type { AllServices } from './pages/account/erasure-list.ts';
import { accountRoutes } from './pages/account/routes.ts';
import { allLettersRoutes } from './pages/all-letters/routes.ts';
import { correspondenceRoutes } from './pages/archive/routes.ts';
import { webPageRoutes } from './pages/letter/routes.ts';
import { clientConfigOf, configRoutes, webRoutes } from './pages/web-app/routes.ts';
import { eventRoutes } from './people/events/routes.ts';
import { identityRoutes } from './people/identity/routes.ts';
import { reminderRoutes } from './people/occasions/routes.ts';
import { groupRoutes, recipientRoutes } from './people/recipients/routes.ts';
import { supportRoutes } from './people/support/routes.ts';
import { userRoutes } from './people/users/routes.ts';

export async function registerWorkerRoutes(app: FastifyInstance, services: AllServices): Promise<void> {
  await probeRoutes(app, services); //         /ping, /livez, /readyz
  await operateRoutes(app, services); //      /metrics, /status, only with METRICS_TOKEN
}

export async function registerRoutes(
  app: FastifyInstance,
  services: AllServices,
  receiverPort: number | null,
): Promise<void> {
  await probeRoutes(app, services); //         /ping, /livez, /readyz
  await configRoutes(app, services); //       /api/config, /api/openapi.json
  await operateRoutes(app, services); //      /metrics, /status, only with METRICS_TOKEN
  await identityRoutes(app, services); //     /identitytoolkit…, /securetoken…, /api/session(s)
  await accountRoutes(app, services); //      /api/account
  await userRoutes(app, services); //         /api/user, /api/users, /api/me
  await recipientRoutes(app, services); //    /api/recipients
  await groupRoutes(app, services); //        /api/recipient-groups
  await photoRoutes(app, services); //        /api/upload, /api/photo
  await draftRoutes(app, services); //        /api/draft
  await letterRoutes(app, services); //       /api/letters, /api/letter-batches, /api/suppressions
  await webPageRoutes(app, services); //      /l
  await conversationRoutes(app, services); // /api/conversations, /api/correspondents, /api/found-letters, /api/replies, /api/unread, /mute
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
