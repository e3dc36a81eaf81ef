import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import { selfSignedCertificate } from '../server/inbound/smtp/self-signed-certificate.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Other people's sites over real https, under their own names: an HTTP proxy that leads to stand-ins of them. */
export interface OutsideWorld {
  /** for a browser context: `proxy: { server, bypass: 'localhost' }`, with `ignoreHTTPSErrors` */
  proxy: string;
  /** variables with which a Node process goes through the proxy and trusts what it meets there */
  env: Record<string, string>;
  /** the requests that came, as `GET https://host/path` without a query */
  requests: string[];
  close(): Promise<void>;
}

/** @param sites what answers for a host name; any other host is out of reach */
export async function startOutsideWorld(sites: Record<string, Answer>): Promise<OutsideWorld> {
  const certificates = new Map(Object.keys(sites).map((host) => [host, selfSignedCertificate(host)]));
  const requests: string[] = [];
  const site = createTlsServer(
    {
      SNICallback: (host, done) => {
        const certificate = certificates.get(host);
        done(null, certificate ? createSecureContext(certificate) : undefined);
      },
    },
    (request, response) => {
      const { host = '', url = '', method = '' } = { ...request.headers, ...request };
      requests.push(`${method} https://${host}${url.split('?')[0]}`);
      const answer = sites[host];
      if (answer) answer(request, response);
      else response.writeHead(404).end();
    },
  );
  const sockets = new Set<Socket>();
  const proxy = createServer((_request, response) => response.writeHead(502).end());
  proxy.on('connect', (request, client: Socket) => {
    sockets.add(client);
    client.on('error', () => client.destroy());
    if (!certificates.has(request.url?.replace(/:443$/, '') ?? '')) {
      client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    const server = connect(portOf(site), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      server.pipe(client).pipe(server);
    });
    sockets.add(server);
    server.on('error', () => client.destroy());
  });
  await Promise.all(
    [site, proxy].map((server) => new Promise<void>((up) => server.listen(0, '127.0.0.1', up))),
  );

  const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-outside-'));
  const trusted = path.join(folder, 'certificates.pem');
  await writeFile(trusted, [...certificates.values()].map(({ cert }) => cert).join(''));
  const address = `http://127.0.0.1:${portOf(proxy)}`;
  return {
    proxy: address,
    env: {
      NODE_USE_ENV_PROXY: '1',
      HTTPS_PROXY: address,
      NO_PROXY: 'localhost,127.0.0.1',
      NODE_EXTRA_CA_CERTS: trusted,
    },
    requests,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      site.closeAllConnections();
      await Promise.all([site, proxy].map((server) => new Promise((down) => server.close(down))));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A site that is a local server, as a reverse proxy that ends TLS would show it. */
export function standingBefore(origin: () => string): Answer {
  return (request, response) => {
    const { method, headers, url } = request;
    const onward = ask(new URL(url ?? '/', origin()), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  };
}

function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  return address.port;
}
