import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bucket } from '../../server/core/storage/s3-client.ts';
import { S3StandIn } from './s3-stand-in.ts';

const SLOW_MS = 1_500;

/**
 * What goes wrong with a request; in `reset-after-answer` the service has done its work, `frozen` is never answered, and
 * `frozen-answer` by half.
 */
type Fault =
  | 'frozen'
  | 'unavailable'
  | 'slow-down'
  | 'denied'
  | 'no-bucket'
  | 'slow'
  | 'reset'
  | 'reset-after-answer'
  | 'cut-answer'
  | 'frozen-answer';

export interface S3StandInServer {
  bucket: Bucket;
  /** methods and paths of the requests that came, faulty ones too */
  requests: string[];
  /** used up one a request; after that nothing goes wrong */
  faults: Fault[];
  close(): Promise<void>;
}

/** The stand-in on a loopback port, with an empty bucket. */
export async function startS3StandIn(): Promise<S3StandInServer> {
  const service = new S3StandIn();
  const requests: string[] = [];
  const faults: Fault[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    respond(faults.shift() ?? null, service, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    bucket: {
      name: service.bucket,
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: service.region,
      accessKeyId: service.accessKeyId,
      secretAccessKey: service.secretAccessKey,
    },
    requests,
    faults,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function respond(
  fault: Fault | null,
  service: S3StandIn,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (fault === 'frozen') return;
  if (fault === 'reset') {
    request.socket.destroy();
    return;
  }
  // Before the body has arrived, as a service that is overloaded does.
  if (fault === 'unavailable') {
    response.writeHead(503).end();
    return;
  }
  if (fault === 'slow-down') {
    response.writeHead(429).end('<Error><Code>SlowDown</Code><Message>Reduce your rate.</Message></Error>');
    return;
  }
  if (fault === 'denied' || fault === 'no-bucket') {
    request.resume();
    const [status, code] = fault === 'denied' ? [403, 'AccessDenied'] : [404, 'NoSuchBucket'];
    response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    return;
  }
  if (fault === 'slow') await sleep(SLOW_MS);
  const { status, body } = service.answer(request, await buffer(request));
  if (fault === 'reset-after-answer') {
    request.socket.destroy();
    return;
  }
  const hasBody = status !== 204;
  response.writeHead(status, hasBody ? { 'content-length': body.length } : {});
  if (fault === 'frozen-answer') response.write(body.subarray(0, body.length / 2));
  else if (fault === 'cut-answer')
    response.write(body.subarray(0, body.length / 2), () => response.destroy());
  else response.end(hasBody ? body : undefined);
}
