import { connect, type Socket } from 'node:net';

/** An SMTP client that sends line by line, for tests of misbehaving clients. */
export class SmtpClient {
  readonly #socket: Socket;
  #received = '';
  #wake: () => void = () => undefined;
  #ended = false;

  static async open(port: number): Promise<SmtpClient> {
    const socket = connect({ port, host: '127.0.0.1' });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', () => resolve());
      socket.once('error', reject);
    });
    const client = new SmtpClient(socket);
    await client.reply();
    return client;
  }

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      this.#received += data.toString();
      this.#wake();
    });
    socket.on('close', () => {
      this.#ended = true;
      this.#wake();
    });
  }

  /** Sends a line and waits for its reply. */
  async say(line: string): Promise<string> {
    this.#socket.write(`${line}\r\n`);
    return this.reply();
  }

  write(text: string): void {
    this.#socket.write(text);
  }

  /** Up to DATA: EHLO, MAIL and every RCPT. @returns the replies to RCPT */
  async begin(from: string, recipients: string[]): Promise<string[]> {
    await this.say('EHLO client.example');
    await this.say(`MAIL FROM:<${from}>`);
    const replies = [];
    for (const recipient of recipients) replies.push(await this.say(`RCPT TO:<${recipient}>`));
    return replies;
  }

  async data(message: string): Promise<string> {
    await this.say('DATA');
    this.#socket.write(message.replaceAll('\n.', '\n..'));
    return this.say('\r\n.');
  }

  drop(): void {
    this.#socket.destroy();
  }

  /** Everything that the server still sends until it closes the connection. */
  async last(): Promise<string> {
    while (!this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#received.trimEnd();
  }

  async quit(): Promise<void> {
    await this.say('QUIT');
    this.#socket.destroy();
  }

  /** The next reply. */
  async reply(): Promise<string> {
    for (;;) {
      const whole = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(this.#received)?.[0];
      if (whole) {
        this.#received = this.#received.slice(whole.length);
        return whole.trimEnd();
      }
      if (this.#ended) return 'closed';
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
