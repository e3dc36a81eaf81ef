import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { decodeForm, readDeclarations, violations } from './declared-params.ts';
import { checkPaymentSession } from './session-rules.ts';
import {
  list,
  newId,
  now,
  type Payment,
  presentCharge,
  presentPayment,
  type StandInSession,
  StripeRefusal,
} from './stripe-objects.ts';

/** A request that the stand-in received. */
export interface Received {
  method: string;
  path: string;
  params: Record<string, unknown>;
  idempotencyKey: string | undefined;
}

const DECLARED = {
  sessions: readDeclarations('Checkout/Sessions.d.ts'),
  refunds: readDeclarations('Refunds.d.ts'),
  disputes: readDeclarations('Disputes.d.ts'),
  payments: readDeclarations('PaymentIntents.d.ts'),
  charges: readDeclarations('Charges.d.ts'),
};

/**
 * The part of Stripe's API that we use. Validates requests by the SDK's declarations, and lets tests act as
 * customer, bank and network.
 */
export class StripeStandIn {
  readonly sessions = new Map<string, StandInSession>();
  readonly payments = new Map<string, Payment>();
  readonly received: Received[] = [];
  /** `down` answers 500 to everything; `cut` processes a request and closes the connection instead of answering */
  mode: 'up' | 'down' | 'cut' = 'up';
  readonly key: string;
  readonly webhookSecret: string;
  readonly #answers = new Map<string, { fingerprint: string; answer: unknown }>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  constructor(key = 'sk_test_standin', webhookSecret = 'whsec_standin') {
    this.key = key;
    this.webhookSecret = webhookSecret;
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The customer confirms; with a delayed method the payment succeeds or fails later. */
  confirm(sessionId: string, payment: Payment['status'] = 'succeeded'): void {
    const session = this.#session(sessionId);
    const id = session.payment_intent ?? newId('pi');
    session.status = 'complete';
    session.url = null;
    session.payment_intent = id;
    session.payment_status = payment === 'succeeded' ? 'paid' : 'unpaid';
    const known = this.payments.get(id);
    const amount = session.amount_total;
    const made = { id, amount, metadata: session.metadata, charge: newId('ch'), refunds: [], disputes: [] };
    this.payments.set(id, { ...(known ?? made), status: payment });
  }

  expire(sessionId: string): void {
    this.#session(sessionId).status = 'expired';
  }

  paymentOf(sessionId: string): Payment {
    const payment = this.payments.get(this.#session(sessionId).payment_intent ?? '');
    if (!payment) throw new Error(`${sessionId} has no payment.`);
    return payment;
  }

  /** A webhook as Stripe sends it, signed by the SDK's own test signer. */
  event(type: string, objectId: string, more: { id?: string; timestamp?: number; secret?: string } = {}) {
    const payload = JSON.stringify({
      id: more.id ?? newId('evt'),
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: more.timestamp ?? now(),
      type,
      // Deliberately wrong in everything but its id: the product must not use anything else.
      data: { object: { id: objectId, payment_status: 'paid', amount_total: 1, metadata: {} } },
    });
    const signed = { payload, secret: more.secret ?? this.webhookSecret };
    const signature = Stripe.webhooks.generateTestHeaderString(
      more.timestamp ? { ...signed, timestamp: more.timestamp } : signed,
    );
    return { payload, headers: { 'content-type': 'application/json', 'stripe-signature': signature } };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const send = (status: number, body: unknown) => {
      if (this.mode === 'cut') return request.socket.destroy();
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') });
      response.end(JSON.stringify(body));
    };
    try {
      if (this.mode === 'down') throw new StripeRefusal(500, 'api_error', 'An unknown error occurred');
      send(200, this.#answer(request, Buffer.concat(chunks).toString()));
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      send(error.status, { error: error.body });
    }
  }

  #answer(request: IncomingMessage, body: string): unknown {
    const url = new URL(request.url ?? '', 'http://stripe');
    const method = request.method ?? '';
    const key = request.headers['idempotency-key'];
    const idempotencyKey = typeof key === 'string' ? key : undefined;
    const params = decodeForm(method === 'GET' ? url.search.slice(1) : body);
    this.received.push({ method, path: url.pathname, params, idempotencyKey });
    if (request.headers.authorization !== `Bearer ${this.key}`)
      throw new StripeRefusal(401, 'invalid_request_error', 'Invalid API Key provided');
    if (request.headers['stripe-version'] !== '2026-10-28.endive')
      throw new StripeRefusal(400, 'invalid_request_error', 'Invalid Stripe API version');
    const fingerprint = `${url.pathname} ${body}`;
    const earlier = idempotencyKey ? this.#answers.get(idempotencyKey) : undefined;
    if (earlier && earlier.fingerprint !== fingerprint)
      throw new StripeRefusal(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters',
      );
    if (earlier) return earlier.answer;
    const answer = structuredClone(this.#route(method, url.pathname.replace(/^\/v1\//, ''), params));
    if (idempotencyKey && method === 'POST') this.#answers.set(idempotencyKey, { fingerprint, answer });
    return answer;
  }

  #route(method: string, path: string, params: Record<string, unknown>): unknown {
    const [kind, id = '', verb = ''] = path.replace('checkout/sessions', 'sessions').split('/');
    switch (`${method} ${kind} ${id ? 'id' : ''} ${verb}`.trim().replace(/ +/g, ' ')) {
      case 'POST sessions':
        return this.#createSession(params);
      case 'GET sessions':
        this.#check(DECLARED.sessions, 'Checkout.SessionListParams', params);
        return list(
          [...this.sessions.values()].filter(
            (session) => !params.payment_intent || session.payment_intent === params.payment_intent,
          ),
        );
      case 'GET sessions id':
        this.#check(DECLARED.sessions, 'Checkout.SessionRetrieveParams', params);
        return this.#expanded(this.#session(id), params);
      case 'POST sessions id expire':
        this.#check(DECLARED.sessions, 'Checkout.SessionExpireParams', params);
        if (this.#session(id).status !== 'open')
          throw new StripeRefusal(
            400,
            'invalid_request_error',
            'Only Checkout Sessions with a status in ["open"] can be expired.',
          );
        this.expire(id);
        return this.#expanded(this.#session(id), params);
      case 'GET payment_intents id':
        this.#check(DECLARED.payments, 'PaymentIntentRetrieveParams', params);
        return presentPayment(this.#find([...this.payments.values()], (payment) => payment.id === id));
      case 'GET charges id':
        this.#check(DECLARED.charges, 'ChargeRetrieveParams', params);
        return presentCharge(this.#find([...this.payments.values()], ({ charge }) => charge === id));
      case 'GET refunds':
        this.#check(DECLARED.refunds, 'RefundListParams', params);
        return list(this.#all((payment) => payment.refunds));
      case 'POST refunds':
        return this.#refund(params);
      case 'GET disputes':
        this.#check(DECLARED.disputes, 'DisputeListParams', params);
        return list(
          this.#all((payment) => payment.disputes).filter(
            (dispute) => !params.payment_intent || dispute.payment_intent === params.payment_intent,
          ),
        );
      case 'GET disputes id':
        return this.#find(
          this.#all((payment) => payment.disputes),
          (dispute) => dispute.id === id,
        );
      default:
        throw new StripeRefusal(
          404,
          'invalid_request_error',
          `Unrecognized request URL (${method}: /v1/${path}).`,
        );
    }
  }

  #createSession(params: Record<string, unknown>): StandInSession {
    this.#check(DECLARED.sessions, 'Checkout.SessionCreateParams', params);
    const { amount, currency, expiresAt, violation } = checkPaymentSession(params, now());
    if (violation) throw new StripeRefusal(400, 'invalid_request_error', violation);
    const id = newId('cs_test');
    const session: StandInSession = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: amount,
      currency,
      client_reference_id: typeof params.client_reference_id === 'string' ? params.client_reference_id : null,
      metadata: { ...(params.metadata as Record<string, string> | undefined) },
      payment_intent: null,
      expires_at: expiresAt,
      created: now(),
      livemode: this.key.includes('_live_'),
      url: `https://checkout.stripe.example/c/pay/${id}`,
    };
    this.sessions.set(id, session);
    return session;
  }

  #refund(params: Record<string, unknown>): unknown {
    this.#check(DECLARED.refunds, 'RefundCreateParams', params);
    const payment = this.#find([...this.payments.values()], ({ id }) => id === params.payment_intent);
    const amount = Number(params.amount ?? payment.amount);
    const left = payment.amount - payment.refunds.reduce((sum, refund) => sum + refund.amount, 0);
    if (amount > left)
      throw new StripeRefusal(
        400,
        'invalid_request_error',
        'Refund amount is greater than unrefunded amount on charge',
      );
    const refund = { id: newId('re'), amount, created: now() };
    payment.refunds.push(refund);
    return { ...refund, object: 'refund', payment_intent: payment.id };
  }

  #check(scope: Parameters<typeof violations>[0], name: string, params: unknown): void {
    const [first] = violations(scope, name, params);
    if (first) throw new StripeRefusal(400, 'invalid_request_error', first.message, { param: first.param });
  }

  #expanded(session: StandInSession, { expand }: Record<string, unknown>): unknown {
    const payment = this.payments.get(session.payment_intent ?? '');
    const wanted = Array.isArray(expand) && expand.includes('payment_intent') && payment;
    return wanted ? { ...session, payment_intent: presentPayment(payment) } : session;
  }

  #all<Part>(part: (payment: Payment) => Part[]): (Part & { payment_intent: string })[] {
    return [...this.payments.values()].flatMap((payment) =>
      part(payment).map((item) => ({ ...item, payment_intent: payment.id })),
    );
  }

  #session(id: string): StandInSession {
    return this.#find([...this.sessions.values()], (session) => session.id === id);
  }

  #find<Thing>(things: Thing[], is: (thing: Thing) => boolean): Thing {
    const found = things.find(is);
    if (!found)
      throw new StripeRefusal(404, 'invalid_request_error', 'No such object', { code: 'resource_missing' });
    return found;
  }
}
