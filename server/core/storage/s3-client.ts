import { createHash } from 'node:crypto';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';

export interface Bucket {
  name: string;
  /** address of the service without a slash at the end, e.g. https://s3.eu-central-1.amazonaws.com */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Body {
  open: () => Readable | Buffer;
  bytes: number;
  /** SHA-256, hexadecimal */
  hash: string;
}

export interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE';
  key?: string;
  query?: Record<string, string>;
  body?: S3Body;
}

/** The service refused a request, or failed each time it was asked. */
export class S3Error extends Error {
  override name = 'S3Error';
  readonly status: number;
  /** the service's own, such as NoSuchKey */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Milliseconds, which tests shorten. */
const TIMES = {
  /** before the second attempt and those after it, each multiplied by a random factor from 1 to 2 */
  pauses: [200, 600, 1800],
  /** without a byte, or without a free connection, after which an attempt has failed */
  silence: 8_000,
};
export type S3Times = typeof TIMES;
/** Milliseconds after which no further attempt begins. */
const ATTEMPTS_WITHIN = 8_000;
const CONNECTIONS = 50;
const EMPTY_HASH = createHash('sha256').digest('hex');

/** A retry may succeed. */
export const isStorageAway = (error: unknown): boolean =>
  error instanceof S3Error &&
  (error.status === 0 || error.status === 429 || error.status >= 500 || error.code === 'RequestTimeout');

/**
 * Path-style; all requests may be repeated. `aws4fetch` signs; its own `fetch` has no deadline for silence. Once a
 * request got no answer, one at a time is sent to find out whether the service is back; others fail at once meanwhile.
 */
export class S3Client {
  readonly #bucket: Bucket;
  readonly #times: S3Times;
  readonly #agent: HttpAgent;
  readonly #request: typeof requestHttp;

  #isAway = false;
  #isProbing = false;

  constructor(bucket: Bucket, times: Partial<S3Times> = {}) {
    const isSecure = bucket.endpoint.startsWith('https:');
    const options = { keepAlive: true, maxSockets: CONNECTIONS };
    this.#bucket = bucket;
    this.#times = { ...TIMES, ...times };
    this.#agent = isSecure ? new HttpsAgent(options) : new HttpAgent(options);
    this.#request = isSecure ? requestHttps : requestHttp;
  }

  /** @returns the answer, its body unread @throws {S3Error} for a refusal at once, for a failure after some attempts */
  async send(request: S3Request): Promise<IncomingMessage> {
    const isProbe = this.#isAway;
    if (isProbe && this.#isProbing)
      throw new S3Error(0, 'NoAnswer', `${new URL(this.#bucket.endpoint).host} gave no answer a moment ago`);
    if (isProbe) this.#isProbing = true;
    try {
      const answer = await this.#repeat(request);
      this.#isAway = false;
      return answer;
    } catch (error) {
      this.#isAway = error instanceof S3Error && error.status === 0;
      throw error;
    } finally {
      if (isProbe) this.#isProbing = false;
    }
  }

  async #repeat(request: S3Request): Promise<IncomingMessage> {
    const begun = performance.now();
    for (const wait of this.#times.pauses) {
      try {
        return await this.#attempt(request);
      } catch (error) {
        if (!isStorageAway(error) || performance.now() - begun > ATTEMPTS_WITHIN) throw error;
        await pause(wait * (1 + Math.random()));
      }
    }
    return this.#attempt(request);
  }

  async #attempt({ method, key = '', query = {}, body }: S3Request): Promise<IncomingMessage> {
    const { name, endpoint, ...credentials } = this.#bucket;
    const url = new URL(`${endpoint}/${name}/${key}`);
    for (const [parameter, value] of Object.entries(query)) url.searchParams.set(parameter, value);
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: {
        'x-amz-content-sha256': body?.hash ?? EMPTY_HASH,
        ...(body ? { 'content-length': String(body.bytes) } : {}),
      },
      ...credentials,
      service: 's3',
    });
    const headers = Object.fromEntries((await signer.sign()).headers);
    const answer = await this.#exchange(url, method, headers, body).catch((error: unknown) => {
      throw new S3Error(0, 'NoAnswer', `${url.host} gave no answer to ${method} ${url.pathname}: ${error}`);
    });
    const status = answer.statusCode ?? 0;
    if (status >= 200 && status < 300) return answer;
    const document = await text(answer).catch(() => '');
    const code = /<Code>([^<]+)<\/Code>/.exec(document)?.[1] ?? '';
    const message = /<Message>([^<]+)<\/Message>/.exec(document)?.[1] ?? '';
    throw new S3Error(
      status,
      code,
      `${method} ${url.pathname} at ${url.host}: ${status} ${code} ${message}`.trim(),
    );
  }

  #exchange(
    url: URL,
    method: string,
    headers: Record<string, string>,
    body: S3Body | undefined,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { silence } = this.#times;
      const outgoing = this.#request(url, { method, headers, agent: this.#agent });
      const giveUp = () => outgoing.destroy(new Error(`silent for ${silence / 1000} s`));
      let answer: IncomingMessage | undefined;
      // Until the request has a connection, whose own timeout begins then.
      const unconnected = setTimeout(giveUp, silence);
      outgoing.once('close', () => clearTimeout(unconnected));
      outgoing.once('socket', (socket) => {
        clearTimeout(unconnected);
        const onSilence = () => {
          // With unread bytes the delay is ours, such as when they go on to somebody on a slow line.
          if (answer && answer.readableLength > 0) socket.setTimeout(silence);
          else giveUp();
        };
        socket.setTimeout(silence).on('timeout', onSilence);
        outgoing.once('close', () => socket.off('timeout', onSilence));
      });
      outgoing.on('response', (given) => {
        answer = given;
        resolve(given);
      });
      outgoing.on('error', reject);
      const content = body?.open();
      if (content === undefined || Buffer.isBuffer(content)) outgoing.end(content);
      else pipeline(content, outgoing).catch(reject);
    });
  }
}
