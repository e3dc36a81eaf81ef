import { randomBytes } from 'node:crypto';

export interface StandInSession {
  id: string;
  object: 'checkout.session';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  payment_intent: string | null;
  expires_at: number;
  created: number;
  livemode: boolean;
  url: string | null;
}

export interface Payment {
  id: string;
  status: 'processing' | 'succeeded' | 'requires_payment_method';
  amount: number;
  metadata: Record<string, string>;
  charge: string;
  refunds: { id: string; amount: number; created: number }[];
  disputes: { id: string; amount: number; status: string; created: number }[];
}

/** An error answer of the API. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  constructor(status: number, type: string, message: string, more: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.body = { type, message, ...more };
  }
}

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
export const now = () => Math.floor(Date.now() / 1000);

export const list = (data: unknown[]) => ({ object: 'list', data, has_more: false, url: '/v1' });

export function presentPayment(payment: Payment) {
  const { id, status, amount, metadata } = payment;
  return { id, object: 'payment_intent', status, amount, metadata, latest_charge: presentCharge(payment) };
}

export function presentCharge({ id, charge, amount, refunds }: Payment) {
  const amount_refunded = refunds.reduce((sum, refund) => sum + refund.amount, 0);
  return { id: charge, object: 'charge', payment_intent: id, amount, amount_refunded };
}
