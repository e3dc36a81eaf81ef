import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerProcess, startServerProcess } from '../../test/faults/server-process.ts';
import { type SmtpSink, startSmtpSink } from '../../test/stand-ins/smtp-sink.ts';
import { freePort } from '../../test/support/free-port.ts';
import { parse } from '../../test/support/mail-reader.ts';

const root = path.resolve(import.meta.dirname, '../..');
const CLOCK = path.join(root, 'drills', 'chaos', 'jumping-clock.mjs');
const METRICS_TOKEN = 'for-a-drill-on-loopback';
const OPERATOR = 'operator@example.org';

export const ROADS = ['mail', 'second', 'stderr', '/status'] as const;

export interface Heard {
  road: (typeof ROADS)[number];
  text: string;
  /** milliseconds, as of `performance.now()` */
  at: number;
}

export interface Installation {
  url: string;
  env: Record<string, string>;
  /** one, or that of the web and that of the workers */
  processes: ServerProcess[];
  heard: Heard[];
  /** what `/status` says now is wrong */
  status(): Promise<string>;
  /** Somebody signs up and asks for a mail. */
  knock(): Promise<void>;
  /** starts what was killed */
  renew(which: number): Promise<void>;
  close(): Promise<void>;
}

/** @param roles one process for each */
export async function startInstallation(
  { env: settings, roles, before = [] }: { env: Record<string, string>; roles: string[]; before?: string[] },
  second: 'webhook' | 'smtp',
  mails: SmtpSink,
): Promise<Installation> {
  const heard: Heard[] = [];
  const over = new AbortController();
  const hear = (road: Heard['road']) => (text: string) => {
    for (const line of text.split('\n').filter((each) => road !== 'stderr' || each.startsWith('ALERT')))
      heard.push({ road, text: line, at: performance.now() });
  };
  const road = await (second === 'webhook'
    ? openWebhook(hear('second'))
    : openSecondServer(hear('second'), over.signal));
  const port = await freePort();
  const env: Record<string, string> = {
    PUBLIC_URL: `http://localhost:${port}`,
    METRICS_TOKEN,
    OPERATOR_EMAIL: OPERATOR,
    ALERT_URL: road.url,
    MAIL_FROM: 'letters@example.org',
    REPLY_DOMAIN: 'reply.example.org',
    CLOCK_JUMP_MS: String(26 * 3_600_000),
    ...settings,
  };
  const start = (role: string) =>
    startServerProcess(
      {
        args: ['--import', CLOCK, 'dist/server/main.js'],
        ...{ cwd: root, before, hear: hear('stderr') },
        env: { ...env, PROCESS_ROLE: role },
      },
      role === 'worker' ? 0 : port,
    );
  const processes: ServerProcess[] = [];
  for (const role of roles) processes.push(await start(role));
  void follow(mails, (raw) => hear('mail')(raw), over.signal);
  return {
    url: env.PUBLIC_URL ?? '',
    ...{ env, processes, heard },
    async status() {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      const answer = await fetch(`http://127.0.0.1:${port}/status`, {
        headers,
        signal: AbortSignal.timeout(20_000),
      });
      return /role="status"[\s\S]*?<\/(?:ul|p)>/.exec(await answer.text())?.[0] ?? '';
    },
    async knock() {
      const call = (name: string, body: object) =>
        fetch(`http://127.0.0.1:${port}/identitytoolkit.googleapis.com/v1/accounts:${name}?key=embedded`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const person = {
        email: `${randomUUID()}@example.com`,
        password: 'slow and steady 7',
        returnSecureToken: true,
      };
      const { idToken } = (await (await call('signUp', person)).json()) as { idToken: string };
      await call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
    },
    async renew(which) {
      processes[which] = await start(roles[which] ?? 'all');
    },
    async close() {
      over.abort();
      for (const each of processes) await each.kill();
      await road.close();
    },
  };
}

/** As a topic of ntfy. */
export async function openWebhook(hear: (text: string) => void) {
  const server = createServer(async (request, response) => {
    hear(await text(request));
    response.end('ok');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/letters`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function openSecondServer(hear: (text: string) => void, over: AbortSignal) {
  const sink = await startSmtpSink();
  void follow(sink, hear, over);
  return { url: `${sink.url}/${OPERATOR}`, close: () => sink.close() };
}

/** Each mail to the operator, in one line. */
async function follow(sink: SmtpSink, hear: (text: string) => void, over: AbortSignal): Promise<void> {
  for (let next = 0; !over.aborted; await sleep(200))
    for (; next < sink.messages.length; next++) {
      const { envelopeRecipients = [], raw = '' } = sink.messages[next] ?? {};
      if (envelopeRecipients[0] !== OPERATOR) continue;
      const said = (await parse(raw)).text ?? '';
      for (const line of said.split('\n').filter((each) => /Since \d{4}-|^Over \(/.test(each))) hear(line);
    }
}
