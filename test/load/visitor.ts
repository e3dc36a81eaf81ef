import { randomUUID } from 'node:crypto';
import { type Agent, request } from 'node:http';

interface Answer {
  status: number;
  body: Buffer;
}

interface Question {
  body?: unknown;
  /** sent as it is, of this content type */
  raw?: { type: string; bytes: Buffer };
  headers?: Record<string, string>;
}

/**
 * Somebody who uses the product over HTTP, with little work of its own: it shares the machine with what it measures.
 * Connections are kept and shared by all visitors of one agent.
 */
export class Visitor {
  static readonly password = 'slow and steady 7';
  readonly email: string;
  readonly #url: URL;
  readonly #agent: Agent;
  /** of the session, as a Cookie header carries it */
  cookie = '';
  uid = '';

  constructor(url: string, email: string, agent: Agent) {
    this.#url = new URL(url);
    this.email = email;
    this.#agent = agent;
  }

  /** A request as the person's own page makes it; a write carries a key of its own. @throws unless 2xx or 3xx is answered */
  async ask(method: string, path: string, question: Question = {}): Promise<Answer> {
    const answer = await this.#send(method, path, question);
    if (answer.status >= 400) {
      throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString('utf8', 0, 300)}`);
    }
    return answer;
  }

  async askJson<Value>(method: string, path: string, question: Question = {}): Promise<Value> {
    const { body } = await this.ask(method, path, question);
    return JSON.parse(body.toString()) as Value;
  }

  /** Account, session, product record and the welcome credits. */
  async signUp(): Promise<void> {
    await this.#openSession('accounts:signUp');
    const body = { firebaseUid: this.uid, email: this.email, displayName: 'Maren Oakes' };
    await this.ask('POST', '/api/users', { body });
    await this.ask('POST', '/api/redeem-coupon', { body: { code: 'WELCOME5' } });
  }

  /** Password, ID token, session: what the sign-in page does. */
  async signIn(): Promise<void> {
    await this.#openSession('accounts:signInWithPassword');
  }

  /** @returns its URL as a letter names it */
  async upload(jpeg: Buffer): Promise<string> {
    const boundary = randomUUID();
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="photos"; filename="page.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
    const bytes = Buffer.concat([Buffer.from(head), jpeg, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const { files } = await this.askJson<{ files: { url: string }[] }>('POST', '/api/upload', {
      raw: { type: `multipart/form-data; boundary=${boundary}`, bytes },
    });
    const [file] = files;
    if (!file) throw new Error('The photo was not taken.');
    return file.url;
  }

  async #openSession(call: string): Promise<void> {
    const { idToken, localId } = await this.askJson<{ idToken: string; localId: string }>(
      'POST',
      `/identitytoolkit.googleapis.com/v1/${call}?key=embedded`,
      { body: { email: this.email, password: Visitor.password, returnSecureToken: true } },
    );
    this.uid = localId;
    await this.ask('POST', '/api/session', { headers: { authorization: `Bearer ${idToken}` } });
  }

  #send(method: string, path: string, { body, raw, headers }: Question): Promise<Answer> {
    const bytes = raw?.bytes ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
    const write = method !== 'GET';
    return new Promise((resolve, reject) => {
      const asked = request(
        new URL(path, this.#url),
        {
          method,
          agent: this.#agent,
          headers: {
            cookie: this.cookie,
            ...(write ? { origin: this.#url.origin, 'idempotency-key': randomUUID() } : {}),
            ...(bytes ? { 'content-type': raw?.type ?? 'application/json' } : {}),
            'content-length': bytes?.length ?? 0,
            ...headers,
          },
        },
        (answer) => {
          const [set] = answer.headers['set-cookie'] ?? [];
          if (set) this.cookie = set.split(';')[0] ?? '';
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }));
          answer.once('error', reject);
        },
      );
      asked.once('error', reject).end(bytes);
    });
  }
}
