import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';

/** W3C Trace Context, 3.2: version, trace id, parent id, flags. */
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const REQUEST_ID = /^[\w.:+=/-]{8,128}$/;

const traceSchema = z.object({ id: z.string().max(128), traceparent: z.string().max(60).optional() });

/** What one search of the logs finds a request by, and all that came of it: jobs, mails, announcements. */
export type Trace = z.infer<typeof traceSchema>;

const running = new AsyncLocalStorage<Trace>();

export const currentTrace = (): Trace | undefined => running.getStore();

/** Whatever the work logs, enqueues or announces has the trace. */
export const withTrace = <Result>(trace: Trace, work: () => Result): Result => running.run(trace, work);

export const traceOfJob = (data: object): Trace | undefined =>
  traceSchema.safeParse(Reflect.get(data, 'trace')).data;

/** A proxy's `X-Request-Id` or `traceparent`, else our own id. @param trusted nobody else may put text into our logs */
export function traceOfRequest(headers: IncomingHttpHeaders, trusted: boolean, ownId: string): Trace {
  const { 'x-request-id': given, traceparent } = headers;
  const id = trusted && typeof given === 'string' && REQUEST_ID.test(given) ? given : ownId;
  return trusted && typeof traceparent === 'string' && TRACEPARENT.test(traceparent)
    ? { id, traceparent }
    : { id };
}

export function traceFields(trace = currentTrace()): { trace?: string; traceId?: string } {
  if (!trace) return {};
  const traceId = TRACEPARENT.exec(trace.traceparent ?? '')?.[1];
  return { trace: trace.id, ...(traceId ? { traceId } : {}) };
}
