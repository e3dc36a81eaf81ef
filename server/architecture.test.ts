import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from './project-folder.ts';

const ROOMS = ['web', 'server', 'shared', 'papers'] as const;
type Room = (typeof ROOMS)[number];

/** Which rooms each may look into. */
const MAY_IMPORT: Record<Room, Room[]> = {
  web: ['web', 'shared', 'papers'],
  server: ['server', 'shared', 'papers'],
  papers: ['papers', 'shared'],
  shared: ['shared'],
};

interface Import {
  from: string;
  to: string;
}

async function importsOf(room: Room): Promise<Import[]> {
  const entries = await readdir(path.join(projectFolder, room), { recursive: true, withFileTypes: true });
  const found: Import[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const text = await readFile(file, 'utf8');
    for (const [, target = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      found.push({
        from: path.relative(projectFolder, file),
        to: path.relative(projectFolder, path.resolve(path.dirname(file), target)),
      });
    }
  }
  return found;
}

describe('the arrows between rooms', () => {
  it.each(ROOMS)('%s looks only where it may', async (room) => {
    const imports = await importsOf(room);
    expect(imports.length).toBeGreaterThan(0);
    const wrong = imports.filter(
      ({ to }) => !MAY_IMPORT[room].some((allowed) => to.startsWith(`${allowed}/`)),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps nodemailer to mail, tokens to identity and sharp to photos', async () => {
    const owners: Record<string, RegExp> = {
      nodemailer: /^server\/mail\//,
      'smtp-server': /^server\/mail\//,
      jose: /^server\/identity\//,
      sharp: /^server\/photos\//,
      stripe: /^server\/payments\//,
    };
    const entries = await readdir(path.join(projectFolder, 'server'), {
      recursive: true,
      withFileTypes: true,
    });
    const wrong: string[] = [];
    for (const entry of entries) {
      if (!entry.isFile() || !entry.name.endsWith('.ts') || /\.test\.ts$/.test(entry.name)) continue;
      const file = path.join(entry.parentPath, entry.name);
      const relative = path.relative(projectFolder, file);
      if (relative.startsWith('server/testing/')) continue;
      const text = await readFile(file, 'utf8');
      for (const [library, home] of Object.entries(owners)) {
        if (text.includes(`from '${library}'`) && !home.test(relative))
          wrong.push(`${relative} imports ${library}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
