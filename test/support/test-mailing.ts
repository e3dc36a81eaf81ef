import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type SmtpSink, startSmtpSink } from '../stand-ins/smtp-sink.ts';
import { startTestProduct, type TestProduct } from './test-product.ts';

export interface TestMailing {
  readonly product: TestProduct;
  /** of the messages that the mail server took in the present test */
  readonly sink: SmtpSink;
  /** what the mail server answers to RCPT; null takes the mail */
  refusal: Error | null;
  /** RCPT is not answered until `answer`; `asked` resolves once it was sent, when nothing more is read from the database */
  holdRecipient(): { asked: Promise<void>; answer: () => void };
  /** starts the mail server again where it listened, after `sink.close` */
  reopen(): Promise<void>;
}

/** One product for all tests of the calling file, and the mail server it hands its mail to, which each test finds as new. */
export function testMailing(): TestMailing {
  let held: { asked: () => void; answered: Promise<void> } | null = null;
  let product: TestProduct;
  let sink: SmtpSink;
  const open = (port?: number) =>
    startSmtpSink(
      {
        onRcptTo: (_address, _session, callback) => {
          held?.asked();
          (held?.answered ?? Promise.resolve()).then(() => callback(mailing.refusal));
        },
      },
      port,
    );
  const mailing: TestMailing = {
    get product() {
      return product;
    },
    get sink() {
      return sink;
    },
    refusal: null,
    holdRecipient: () => {
      const asked = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      held = { asked: asked.resolve, answered: answered.promise };
      return { asked: asked.promise, answer: answered.resolve };
    },
    reopen: async () => {
      sink = await open(sink.port);
      await product.services.db.execute(sql`delete from fleet_state where name = 'mail server'`);
    },
  };
  beforeAll(async () => {
    sink = await open();
    product = await startTestProduct({
      env: { SMTP_URL: sink.url, MAIL_FROM: 'letters@example.org', REPLY_DOMAIN: 'reply.example.org' },
    });
  });
  beforeEach(() => {
    mailing.refusal = null;
    held = null;
    sink.messages.length = 0;
  });
  afterAll(async () => {
    await product.close();
    await sink.close();
  });
  return mailing;
}
