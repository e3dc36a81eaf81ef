import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { answer, deliverBySmtp } from '../../../test/mail/reply-message.ts';
import { startSmtpSink } from '../../../test/stand-ins/smtp-sink.ts';
import { newLetterWriter } from '../../../test/support/letter-writer.ts';
import { parse } from '../../../test/support/mail-reader.ts';
import { startPhotoClient } from '../../../test/support/photo-client.ts';
import { projectFolder } from '../../core/project-folder.ts';
import { recordFigures, recordLedger } from './figures.ts';

const TOKEN = 'the-operators-own-token';
/** Labels that Prometheus gives. */
const OUTSIDE = ['instance', 'job', 'le'];
const METRIC = /\b((?:slow_letters|nodejs|process)_\w+)(?:\{([^}]*)\})?/g;
const GROUPING = /\bby \(([^)]*)\)/g;
const MATCHER = /(\w+)(=~|!~|!=|=)"([^"]*)"/g;

/** Names, and for each label the values that were seen. */
type Series = Map<string, Map<string, Set<string>>>;

function seriesOf(text: string): Series {
  const series: Series = new Map();
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = series.get(name) ?? new Map<string, Set<string>>();
    for (const [, label = '', , value = ''] of labels.matchAll(MATCHER))
      known.set(label, (known.get(label) ?? new Set()).add(value));
    series.set(name, known);
  }
  return series;
}

/** What an expression names and the series do not have. */
function missing(expression: string, series: Series): string[] {
  const wrong: string[] = [];
  const labels = new Set(OUTSIDE);
  for (const [, name = '', matchers = ''] of expression.matchAll(METRIC)) {
    const known = series.get(name);
    if (!known) wrong.push(name);
    for (const label of known?.keys() ?? []) labels.add(label);
    for (const [, label = '', operator = '', value = ''] of matchers.matchAll(MATCHER)) {
      const values = known?.get(label);
      if (!values) wrong.push(`${name}{${label}}`);
      else if (operator === '=' && !values.has(value)) wrong.push(`${name}{${label}="${value}"}`);
    }
  }
  for (const [, grouped = ''] of expression.matchAll(GROUPING))
    for (const label of grouped.split(',').map((one) => one.trim()))
      if (!labels.has(label)) wrong.push(`by (${label})`);
  return wrong;
}

it('metrics: every name and label in the rules and the dashboard exists after traffic of each kind', async () => {
  const sink = await startSmtpSink();
  const { product, send, port } = await startPhotoClient(
    {
      METRICS_TOKEN: TOKEN,
      SMTP_URL: sink.url,
      MAIL_FROM: 'letters@example.org',
      REPLY_DOMAIN: 'reply.example.org',
    },
    { worker: true, receiver: true },
  );
  const page = new AbortController();
  try {
    const { db } = product.services;
    const writer = await newLetterWriter(product);
    await writer.queued();
    await fetch(`http://127.0.0.1:${port}/api/events`, {
      headers: writer.person.headers,
      signal: page.signal,
    });
    await vi.waitFor(() => expect(sink.messages).toHaveLength(1), { timeout: 60_000 });
    const to = (await parse(sink.messages[0]?.raw ?? '')).replyTo?.value[0]?.address ?? '';
    await deliverBySmtp(product, [to], answer());
    await send([[Buffer.from('Dear Maren'), 'letter.jpg']]);
    const scrape = async () => {
      await recordFigures(db);
      await recordLedger(db);
      const headers = { authorization: `Bearer ${TOKEN}` };
      return seriesOf(await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text());
    };
    await vi.waitFor(
      async () => expect((await scrape()).get('slow_letters_replies')?.has('origin')).toBe(true),
      { timeout: 60_000, interval: 500 },
    );
    const series = await scrape();
    const deploy = (file: string) => readFile(path.join(projectFolder, 'deploy', file), 'utf8');
    const rules = [...(await deploy('prometheus-rules.yaml')).matchAll(/^ +expr: '(.*)'$/gm)];
    const panels = [...(await deploy('grafana-dashboard.json')).matchAll(/"expr": (".*")/g)];
    const expressions = [
      ...rules.map(([, written = '']) => written.replaceAll("''", "'")),
      ...panels.map(([, written = '']) => JSON.parse(written) as string),
    ];
    expect(expressions.length).toBeGreaterThan(40);
    expect(expressions.flatMap((expression) => missing(expression, series))).toEqual([]);
    expect(missing('max(slow_letters_lettres{status="sent"}) by (kind)', series)).toHaveLength(3);
  } finally {
    page.abort();
    await product.close();
    await sink.close();
  }
});
