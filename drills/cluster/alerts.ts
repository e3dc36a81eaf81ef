import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runAs } from '../../packages/embedded-postgres/os-account.ts';

const RULES = path.resolve(import.meta.dirname, '../../deploy/prometheus-rules.yaml');
const OLDEST = 'slow_letters_letter_oldest_seconds';
/** In which the rule's threshold and its `for` have passed. */
const MINUTES = 30;

/**
 * Has promtool evaluate the rules over half an hour in which only the oldest waiting letter grows older.
 * @returns what is wrong
 */
export async function wrongAlerts(folder: string, calm: string, waiting: string): Promise<string[]> {
  const checked = await runAs(undefined, 'promtool', ['check', 'rules', RULES]);
  if (checked.code !== 0) return [`promtool check rules: ${checked.output}`];
  const file = path.join(folder, 'alerts.json');
  const alert = (name: string, expected: object[]) => ({
    eval_time: `${MINUTES}m`,
    alertname: name,
    exp_alerts: expected,
  });
  const fired = {
    exp_labels: { severity: 'page' },
    exp_annotations: {
      summary: 'A letter or answer has been due for more than ten minutes',
      action: 'is a worker running? The log says why the mail server does not take it',
    },
  };
  const tests = [
    { series: seriesOf(calm, false), alerts: [alert('LettersWait', [])] },
    { series: seriesOf(waiting, true), alerts: [alert('LettersWait', [fired])] },
  ];
  // JSON is YAML.
  writeFileSync(
    file,
    JSON.stringify({
      rule_files: [RULES],
      evaluation_interval: '1m',
      tests: tests.map(({ series, alerts }) => ({
        interval: '1m',
        input_series: series,
        alert_rule_test: alerts,
      })),
    }),
  );
  const tested = await runAs(undefined, 'promtool', ['test', 'rules', file]);
  return tested.code === 0 ? [] : [`promtool test rules: ${tested.output}`];
}

function seriesOf(metrics: string, grows: boolean): { series: string; values: string }[] {
  const series = [...metrics.matchAll(/^(slow_letters_\w+(?:\{.*\})?) (\S+)$/gm)].map(
    ([, name = '', value = '']) => ({
      series: name,
      values: grows && name.startsWith(OLDEST) ? `${value}+60x${MINUTES}` : `${value}+0x${MINUTES}`,
    }),
  );
  if (!series.some(({ series: name }) => name.startsWith(OLDEST)))
    throw new Error(`/metrics has no ${OLDEST}.`);
  return series;
}
