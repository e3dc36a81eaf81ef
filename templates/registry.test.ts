import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_TEMPLATE, TEMPLATE_IDS, TEMPLATES } from '../shared/templates.ts';
import { words } from '../shared/words.ts';

const folder = import.meta.dirname;

describe('registry of templates', () => {
  it('has every folder that holds a template, and no other', () => {
    const folders = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, 'mail.tsx')));
    expect([...TEMPLATE_IDS].sort()).toEqual(folders.sort());
  });

  it('has the default template, and different labels', () => {
    expect(TEMPLATE_IDS).toContain(DEFAULT_TEMPLATE);
    expect(new Set(TEMPLATES.map(({ label }) => label)).size).toBe(TEMPLATES.length);
  });

  it.each(TEMPLATES)('$id: is whole', async ({ id, label, note, preheader, mail }) => {
    for (const text of [label, note, preheader(1, words('en')), preheader(2, words('en'))])
      expect(text.trim()).not.toBe('');
    const { design } = await mail();
    for (const colour of [design.background, design.darkBackground, design.darkText])
      expect(colour).toMatch(/^#[0-9a-f]{6}$/);
    const page = readFileSync(path.join(folder, id, 'page.css'), 'utf8');
    expect(page).toMatch(new RegExp(`^\\.${id} {`));
    for (const part of ['wall', 'on-wall', 'paper', 'ink', 'dim', 'link', 'face', 'title', 'line'])
      expect(page).toContain(`--letter-${part}:`);
  });
});
