import { expect, it, vi } from 'vitest';
import { startServerProcess } from '../../test/faults/server-process.ts';
import { samplePhoto } from '../../test/photos/sample-photos.ts';
import { smtpReply, startSmtpSink } from '../../test/stand-ins/smtp-sink.ts';
import { builtProgram } from '../../test/support/built-program.ts';
import { queuedLetter, userWithCredits } from '../../test/support/factories.ts';
import { freePort } from '../../test/support/free-port.ts';
import { startPhotoClient } from '../../test/support/photo-client.ts';
import { startTestProduct } from '../../test/support/test-product.ts';
import { deliverLetter } from '../letters/deliver/deliver-letter.ts';

const TOKEN = 'the-operators-own-token';

it('worker: serves its own metrics on WORKER_PORT, and nothing else', async () => {
  const product = await startTestProduct();
  const port = await freePort();
  const env = {
    DATABASE_URL: product.services.config.DATABASE_URL ?? '',
    DATA_DIR: product.dataDir,
    PROCESS_ROLE: 'worker',
    WORKER_PORT: String(port),
    METRICS_TOKEN: TOKEN,
  };
  const command = { args: [await builtProgram('main')], cwd: process.cwd(), env };
  // PORT is a web process's: a worker beside one on the same settings leaves it alone.
  const worker = await startServerProcess(command, 0);
  try {
    const get = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
    const operator = { authorization: `Bearer ${TOKEN}` };
    expect((await get('/ping')).status).toBe(200);
    expect((await get('/metrics')).status).toBe(401);
    expect((await get('/status', operator)).status).toBe(200);
    for (const path of ['/', '/api/config', '/api/letters']) expect((await get(path)).status).toBe(404);
    await queuedLetter(product, await userWithCredits(product));
    await vi.waitFor(
      async () => {
        const text = await (await get('/metrics', operator)).text();
        expect(text).toContain('slow_letters_job_seconds_count{queue="send-letter",outcome="completed"} 1');
        expect(text).toContain('slow_letters_letter_attempts_total{outcome="sent"} 1');
      },
      { timeout: 60_000, interval: 200 },
    );
  } finally {
    await worker.kill();
    await product.close();
  }
});

it('meters: count attempts to mail a letter by outcome', async () => {
  let refusal: Error | null = smtpReply(451, '4.7.1 greylisted');
  const sink = await startSmtpSink({ onRcptTo: (_address, _session, callback) => callback(refusal) });
  const product = await startTestProduct({
    env: { SMTP_URL: sink.url, MAIL_FROM: 'letters@example.org', METRICS_TOKEN: TOKEN },
  });
  try {
    const person = await userWithCredits(product, { verified: true });
    await deliverLetter(product.services, await queuedLetter(product, person));
    refusal = smtpReply(550, '5.1.1 no such user');
    await deliverLetter(product.services, await queuedLetter(product, person));
    const headers = { authorization: `Bearer ${TOKEN}` };
    const text = (await product.app.inject({ url: '/metrics', headers })).body;
    expect(text).toContain('slow_letters_letter_attempts_total{outcome="put off"} 1');
    expect(text).toContain('slow_letters_letter_attempts_total{outcome="given up"} 1');
    expect(text).toContain('slow_letters_letter_attempts_total{outcome="sent"} 0');
  } finally {
    await product.close();
    await sink.close();
  }
});

it('meters: measure photo conversions by outcome', async () => {
  const { product, send } = await startPhotoClient();
  try {
    await send([
      [await samplePhoto('torn-note.jpg'), 'torn-note.jpg'],
      [Buffer.from('Dear Maren'), 'letter.jpg'],
    ]);
    const text = await product.services.meters.registry.metrics();
    expect(text).toContain('slow_letters_photo_conversion_seconds_count{outcome="taken"} 1');
    expect(text).toContain('slow_letters_photo_conversion_seconds_count{outcome="NOT_A_PHOTO"} 1');
  } finally {
    await product.close();
  }
});
