import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RunningProduct, startProduct } from './running-product.ts';

export interface FirebaseEmulator {
  /** FIREBASE_* for a product that is to use it */
  env: Record<string, string>;
  close(): Promise<void>;
}

const PROJECT = 'demo-slow-letters';
const TOKENS = ['idToken', 'id_token', 'access_token'];
/** Somebody whose ID tokens tell no address, as of an account with a telephone number alone. */
export const WITHOUT_ADDRESS = 'telephone@example.com';

/**
 * Google's Auth emulator where SCENARIO_EMULATOR names one (host:port, with `firebase-tools`); else its place is
 * taken by a second product, whose identity service speaks the same protocol: across origins, as the emulator is,
 * and with the emulator's unsigned tokens in place of its own.
 */
export async function startFirebaseEmulator(): Promise<FirebaseEmulator> {
  const googles = process.env.SCENARIO_EMULATOR;
  if (googles) return { env: environment(googles), close: async () => {} };

  const service = await startProduct();
  /** what our service signed, by the unsigned token that was given out for it */
  const signed = new Map<string, string>();
  const server = createServer((request, response) => {
    answer(service, signed, request, response).catch((error: unknown) => {
      console.error('the emulator stand-in failed', error);
      response.destroy();
    });
  });
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up));
  const { port } = server.address() as AddressInfo;
  return {
    env: environment(`127.0.0.1:${port}`),
    close: async () => {
      server.closeAllConnections();
      await new Promise((down) => server.close(down));
      await service.stop();
    },
  };
}

function environment(host: string): Record<string, string> {
  return {
    FIREBASE_PROJECT_ID: PROJECT,
    FIREBASE_API_KEY: 'any-key',
    FIREBASE_AUTH_EMULATOR_HOST: host,
  };
}

async function answer(
  service: RunningProduct,
  signed: Map<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const cors = {
    'access-control-allow-origin': request.headers.origin ?? '*',
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
    'access-control-allow-methods': 'GET, POST',
  };
  if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  let body = Buffer.concat(chunks).toString();
  for (const [unsigned, token] of signed) body = body.replaceAll(unsigned, token);

  const target = new URL(request.url ?? '/', service.url);
  target.searchParams.set('key', 'embedded');
  const answered = await fetch(target, {
    method: request.method ?? 'GET',
    headers: { 'content-type': request.headers['content-type'] ?? 'application/json' },
    ...(request.method === 'POST' ? { body } : {}),
  });
  const content = (await answered.json()) as Record<string, unknown>;
  for (const name of TOKENS) {
    const token = content[name];
    if (typeof token !== 'string') continue;
    const unsigned = unsignedOf(token);
    signed.set(unsigned, token);
    content[name] = unsigned;
  }
  response.writeHead(answered.status, { ...cors, 'content-type': 'application/json' });
  response.end(JSON.stringify(content));
}

/** The same person and times, as the emulator words them. */
function unsignedOf(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const { email, email_verified, sid, ...rest } = claims;
  const address = email === WITHOUT_ADDRESS ? {} : { email, email_verified };
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const issued = { iss: `https://securetoken.google.com/${PROJECT}`, aud: PROJECT };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ ...rest, ...address, ...issued })}.`;
}
