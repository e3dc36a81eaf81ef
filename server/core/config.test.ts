import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BadSettings, hostUrls, readConfig, SETTING_GROUPS, settingsSchema } from './config.ts';
import { projectFolder } from './project-folder.ts';

interface SettingRule {
  default?: string | number;
  enum?: string[];
  minLength?: number;
  minimum?: number;
  maximum?: number;
}

/** What the schema says of each setting, as JSON schema. */
const rules = z.toJSONSchema(settingsSchema, { io: 'input' }).properties as Record<string, SettingRule>;

const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');

/** The rows of the table; the first column holds one name, or those of a group. */
const rows = read('docs/settings.md')
  .split('\n')
  .filter((line) => /^\| *`/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, names = '', unset = '', description = '']) => ({
    names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    unset: unset.replaceAll('`', ''),
    description: description.replaceAll('`', ''),
  }));

const rowOf = (name: string) => rows.find(({ names }) => names.includes(name));

describe('docs/settings.md', () => {
  it('lists every setting once, and no other', () => {
    expect(rows.flatMap(({ names }) => names).sort()).toEqual(Object.keys(rules).sort());
  });

  it('has one row for each setting, and one for all of a group', () => {
    const together = rows.filter(({ names }) => names.length > 1).map(({ names }) => [...names].sort());
    expect(together.sort()).toEqual(SETTING_GROUPS.map((group) => [...group].sort()).sort());
  });

  it.each(Object.entries(rules))('names the default and the limits of %s', (name, rule) => {
    const { unset, description } = rowOf(name) ?? { unset: '', description: '' };
    if (rule.default === undefined) expect(unset).toMatch(/\w/);
    else expect(unset).toBe(String(rule.default));
    if (rule.minLength !== undefined && rule.minLength > 1)
      expect(description).toContain(`${rule.minLength} characters or more`);
    if (name === 'PASSWORD_MIN_LENGTH') expect(description).toContain(`${rule.minimum} to ${rule.maximum}`);
    // A switch also takes true, false, 1 and 0.
    const options = rule.default === 'off' ? ['on'] : (rule.enum ?? []);
    for (const option of options) expect(`${unset} ${description}`).toMatch(new RegExp(`\\b${option}\\b`));
  });
});

it('deploy/env.example: names only settings and what compose.yaml fills in', () => {
  const names = [...read('deploy/env.example').matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
  const compose = read('deploy/compose.yaml');
  expect(names).toContain('SESSION_SECRET');
  for (const name of names) if (!(name in rules)) expect(compose, name).toContain(`\${${name}`);
});

describe('readConfig', () => {
  it('takes an empty value as absent', () => {
    expect(readConfig({ PORT: '', TEST_ROUTES: '' })).toMatchObject({ PORT: 3000, TEST_ROUTES: false });
    expect(readConfig({ TEST_ROUTES: 'on' }).TEST_ROUTES).toBe(true);
  });

  it('names every bad setting and what it wants, and no value', () => {
    const bad = () => readConfig({ SMTP_URL: 'http://secret', SESSION_SECRET: 'too short' });
    expect(bad).toThrow(BadSettings);
    expect(bad).toThrow(/SMTP_URL: wants smtp:.*SESSION_SECRET: wants at least 32/s);
    expect(bad).not.toThrow(/http:..secret|too short/);
  });

  it('reads a setting from a file, and refuses one that is given twice or whose file is missing', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'slow-letters-config-')), 'token');
    writeFileSync(file, 'a-token-of-many-characters\n');
    expect(readConfig({ METRICS_TOKEN_FILE: file }).METRICS_TOKEN).toBe('a-token-of-many-characters');
    expect(readConfig({ PRODUCT_NAME_FILE: file }).PRODUCT_NAME).toBe('a-token-of-many-characters');
    expect(() => readConfig({ METRICS_TOKEN_FILE: file, METRICS_TOKEN: 'x'.repeat(16) })).toThrow('not both');
    expect(() => readConfig({ METRICS_TOKEN_FILE: `${file}.none` })).toThrow('METRICS_TOKEN_FILE');
  });

  it.each(['SUPPORT_EMAIL', 'OPERATOR_EMAIL'])('wants one mailbox as %s', (name) => {
    for (const bad of [
      'help at example.org',
      'Help <help@example.org>',
      'help@example.org, you@example.org',
      'help@example.org;',
      'mailto:help@example.org',
    ])
      expect(() => readConfig({ [name]: bad })).toThrow(`${name}: wants one address such as`);
    expect(readConfig({ [name]: 'help@example.org' })).toMatchObject({ [name]: 'help@example.org' });
  });

  it.each([
    ['IMAP_URL', 'imaps'],
    ['ALERT_URL', 'smtps'],
  ])('wants a percent sign of the password in %s escaped', (name, protocol) => {
    const ofPassword = (password: string) => ({
      [name]: `${protocol}://letters:${password}@mail.example.org/you@example.org`,
    });
    for (const password of ['100%sure', '100%facts'])
      expect(() => readConfig(ofPassword(password))).toThrow(`${name}: wants a % in it written as %25`);
    expect(() => readConfig(ofPassword('100%25sure'))).not.toThrow();
    expect(() => readConfig({ ALERT_URL: 'https://ntfy.example.org/letters?title=100%' })).not.toThrow();
  });

  it('takes a database of several hosts', () => {
    const url = 'postgres://letters:p%40w@one:5432,two:5433/letters?sslmode=verify-full';
    expect(readConfig({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
    expect(hostUrls(url)).toEqual([
      'postgres://letters:p%40w@one:5432/letters?sslmode=verify-full',
      'postgres://letters:p%40w@two:5433/letters?sslmode=verify-full',
    ]);
    expect(() => readConfig({ DATABASE_URL: 'postgres://one:x,two/letters' })).toThrow('DATABASE_URL');
    expect(() => readConfig({ DATABASE_URL: 'mysql://one/letters' })).toThrow('DATABASE_URL');
  });

  it.each(SETTING_GROUPS)('wants %s and the others of its group together', (first, ...others) => {
    expect(() => readConfig({ [first]: 'a-value' })).toThrow(
      new RegExp(`${others.join(', ')}: wanted together`),
    );
  });
});

it('readConfig: a name that was a setting once stops the start', () => {
  expect(() => readConfig({ STOP_SECONDS: '20', PORT: '3000' })).toThrow(
    /none any more:\n {2}STOP_SECONDS\n/,
  );
});
