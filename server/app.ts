import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify';
import {
  hasZodFastifySchemaValidationErrors,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { sentenceOf } from '../shared/errors.ts';
import { type Said, said } from '../shared/words.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { badInput, foreignOrigin, ProductError, requestRefused } from './core/errors.ts';
import { endConnectionsWhileDraining } from './core/http/drain.ts';
import { endSlowBodies } from './core/http/slow-bodies.ts';
import { slowRefusals } from './core/http/slow-refusals.ts';
import { rejectUnstorableText } from './core/http/unstorable-text.ts';
import { answerOutage } from './core/outage.ts';
import { type Trace, traceFields, traceOfRequest, withTrace } from './core/trace.ts';
import { wordsFor } from './core/words.ts';
import { openApi } from './openapi.ts';
import type { AllServices } from './pages/account/erasure-list.ts';
import { tokenOf } from './people/identity/access-tokens/admit-program.ts';
import { noteSecurityEvent } from './people/identity/security-events.ts';
import { languageOfRequests } from './people/identity/sessions/request-language.ts';
import { sessionPlugin } from './people/identity/sessions/sessions.ts';
import { registerRoutes, registerWorkerRoutes } from './routes.ts';

declare module 'fastify' {
  /** Whatever a route's schema names is of Zod. */
  interface FastifyTypeProviderDefault {
    validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
    serializer: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
  }
  interface FastifyRequest {
    trace: Trace | null;
  }
  interface FastifyContextConfig {
    /** true for unsafe methods that carry their own proof instead of an Origin, such as a signature */
    ownProof?: boolean;
    /** true where the body is a raw mail; its text is checked when it is parsed */
    mailBody?: boolean;
  }
}

const JSON_BODY_LIMIT = 256 * 1024;

/** Features that no page of the product uses; photos are taken by the phone's own camera app (W3C Permissions Policy). */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** @param receiverPort port on which this process receives mail by SMTP, null when it does not */
export async function buildApp(
  services: AllServices,
  { receiverPort, onRoute }: { receiverPort: number | null; onRoute?: (route: RouteOptions) => void },
): Promise<FastifyInstance> {
  const app = await appWithoutRoutes(services, onRoute);
  await registerRoutes(app, services, receiverPort);
  return app;
}

export async function buildWorkerApp(services: AllServices): Promise<FastifyInstance> {
  const app = await appWithoutRoutes(services);
  await registerWorkerRoutes(app, services);
  return app;
}

async function appWithoutRoutes(services: AllServices, onRoute?: (route: RouteOptions) => void) {
  const { config, log } = services;
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: config.LOG_LEVEL === 'info' }),
    trustProxy: trustProxy(config.TRUST_PROXY),
    bodyLimit: JSON_BODY_LIMIT,
    genReqId: () => randomUUID(),
    // Twenty photos over a slow line take long. A silent connection is closed sooner, and so is a slow body.
    requestTimeout: 30 * 60_000,
    connectionTimeout: 120_000,
    http: { headersTimeout: 30_000 },
    forceCloseConnections: 'idle',
    // Requests that arrive while it closes are answered; the proxy was told by /readyz and by Connection: close.
    return503OnClosing: false,
    // An e-mail address of 254 characters, percent-encoded.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 3 * 254 },
  });
  if (onRoute) app.addHook('onRoute', onRoute);
  app.addHook('onRequest', async ({ raw }) => {
    // Proxies differ in which of two they believe (RFC 9112, 3.2).
    if (raw.rawHeaders.filter((name, n) => n % 2 === 0 && /^host$/i.test(name)).length > 1)
      throw badInput({ text: 'The request has two Host fields.' });
  });
  endSlowBodies(app);
  slowRefusals(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  acceptEmptyJson(app);
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const outage = await answerOutage(error, services.db, request.log);
    const answer = outage ?? productError(error) ?? unexpected(error, request);
    const words = wordsFor(request.language);
    return reply.code(answer.status).headers(answer.headers).send(answer.toResponse(request.id, words));
  });
  languageOfRequests(app, config.LANGUAGES);
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurityPolicy(config, services.identity),
    // Sign-in by popup needs its opener, which 'same-origin' would remove.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: config.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
  });
  await app.register(cookie);
  await app.register(swagger, openApi(config));
  traceRequests(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'permissions-policy': PERMISSIONS_POLICY });
  });
  // An answer that does not say how long it may be stored is not stored: most hold somebody's letters.
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  app.addHook('onRequest', async (request) => {
    const safe = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    if (safe || request.routeOptions.config.ownProof || tokenOf(request) !== null) return;
    if (request.headers.origin !== new URL(config.publicUrl).origin) throw foreignOrigin();
  });
  app.addHook('onResponse', async ({ person, ip, routeOptions }, reply) => {
    // Whatever goes beyond a limit is told when to come back; so is who comes during an outage.
    const isLimited = reply.statusCode < 500 && reply.hasHeader('retry-after');
    // What belongs to somebody else is not found.
    const isNotFound = reply.statusCode === 404 && person !== null && routeOptions.url?.startsWith('/api/');
    const kind = isLimited ? 'limited' : (isNotFound || [401, 403].includes(reply.statusCode)) && 'denied';
    if (kind) void noteSecurityEvent(services, { kind, uid: person?.uid, ip });
  });
  app.addHook('preValidation', async ({ params, query, body, routeOptions }) => {
    rejectUnstorableText({ params, query, body: routeOptions.config.mailBody ? null : body });
  });
  endConnectionsWhileDraining(app);
  await app.register(sessionPlugin, { services });
  return app;
}

/**
 * Gives each request its trace, which is the id that the answer names. Behind a proxy of TRUST_PROXY it is the proxy's.
 * Answers are logged for debugging, by the route's template: a path may hold a token.
 */
function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('trace', null);
  app.addHook('onRequest', (request, _reply, done) => {
    // The first is who connected; others are there when that is a proxy of ours.
    const trusted = (request.ips?.length ?? 0) > 1;
    request.trace = traceOfRequest(request.headers, trusted, request.id);
    request.id = request.trace.id;
    withTrace(request.trace, done);
  });
  // A body is read in events of its connection, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.trace) withTrace(request.trace, done);
    else done();
  });
  app.addHook('onResponse', async ({ method, routeOptions, trace, log }, reply) => {
    const answered = {
      method,
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    log.debug({ ...answered, ...(trace ? traceFields(trace) : {}) }, 'answered');
  });
}

/** TRUST_PROXY: true, false, a number of hops, or addresses as Fastify takes them. */
function trustProxy(
  setting: string | undefined,
): boolean | string | ((address: string, hop: number) => boolean) {
  if (setting === undefined || setting === 'false') return false;
  if (setting === 'true') return true;
  return /^\d+$/.test(setting) ? (_address, hop) => hop < Number(setting) : setting;
}

/** Some writes have no body (spec section 7: send a letter), though the content type says JSON. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(badInput(said('The request is not valid JSON.')), undefined);
    }
  });
}

function unexpected(error: FastifyError, { log }: FastifyRequest): ProductError {
  log.error({ err: error }, 'unexpected error');
  return new ProductError(
    500,
    'INTERNAL',
    said('Something went wrong on our side. Nothing was lost; please try again.'),
  );
}

function productError(error: FastifyError): ProductError | null {
  if (error instanceof ProductError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, Said> = {};
    for (const issue of error.validation) {
      const field = issue.instancePath.replace(/^\//, '').replaceAll('/', '.');
      fields[field] ??= sentenceOf({ ...issue.params, message: issue.message });
    }
    return badInput(Object.values(fields)[0] ?? sentenceOf({}), fields);
  }
  return requestRefused(error);
}
