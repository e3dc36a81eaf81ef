import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { describesStorage } from '../../../test/support/storage-contract.ts';
import { openFolderStorage } from './folder-storage.ts';
import type { StoredObject } from './storage.ts';

const made: string[] = [];

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-storage-'));
  made.push(folder);
  return folder;
}

afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true });
});

describe('folder storage', () => {
  describesStorage(async () => openFolderStorage(path.join(await emptyFolder(), 'deep', 'storage')));

  it('creates files and folders that other users cannot read', async () => {
    const root = path.join(await emptyFolder(), 'storage');
    const storage = await openFolderStorage(root);
    await storage.put('photos/a.jpg', Buffer.from('x'));
    expect((await stat(root)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(root, 'photos/a.jpg'))).mode & 0o777).toBe(0o600);
  });

  it('leaves neither temporary files nor empty folders', async () => {
    const root = await emptyFolder();
    const storage = await openFolderStorage(root);
    await storage.put('photos/ab/one/display.jpg', Buffer.from('x'));
    const failing = Readable.from(
      (async function* () {
        yield 'half';
        throw new Error('the source broke');
      })(),
    );
    await expect(storage.put('photos/ab/one/mail.jpg', failing)).rejects.toThrow('the source broke');
    expect(await readdir(path.join(root, 'photos/ab/one'))).toEqual(['display.jpg']);
    await storage.delete('photos/ab/one/display.jpg');
    expect(await readdir(root)).toEqual([]);
  });

  it('removeUnfinished deletes old temporary files, not new ones or stored objects', async () => {
    const root = await emptyFolder();
    const storage = await openFolderStorage(root);
    await storage.put('photos/ab/one/display.jpg', Buffer.from('x'));
    await mkdir(path.join(root, 'photos/cd/two'), { recursive: true });
    const left = [
      'photos/ab/one/.5f3f0f0a.part',
      'photos/cd/two/.0c0c0c0c.part',
      '.check-1b1b1b1b',
      'photos/ab/one/.new.part',
    ];
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    for (const name of left) {
      await writeFile(path.join(root, name), 'half');
      if (!name.includes('new')) await utimes(path.join(root, name), longAgo, longAgo);
    }
    await utimes(path.join(root, 'photos/ab/one/display.jpg'), longAgo, longAgo);
    expect(await storage.removeUnfinished(new Date(Date.now() - 24 * 3_600_000))).toBe(3);
    expect((await readdir(root, { recursive: true })).sort()).toEqual([
      'photos',
      'photos/ab',
      'photos/ab/one',
      'photos/ab/one/.new.part',
      'photos/ab/one/display.jpg',
    ]);
    const listed: StoredObject[] = [];
    for await (const object of storage.list('photos/')) listed.push(object);
    expect(listed).toMatchObject([{ key: 'photos/ab/one/display.jpg' }]);
  });

  it('is not made anew once it is gone, and nothing in it counts as missing', async () => {
    const root = path.join(await emptyFolder(), 'storage');
    const storage = await openFolderStorage(root);
    await storage.put('photos/ab/one/display.jpg', Buffer.from('x'));
    await rename(root, `${root}-elsewhere`);
    const isGone = { message: `${root} is gone: is its disk mounted?`, code: 'ENOENT' };
    await expect(storage.check()).rejects.toMatchObject(isGone);
    await expect(storage.put('photos/ab/two/display.jpg', Buffer.from('x'))).rejects.toMatchObject(isGone);
    await expect(storage.read('photos/ab/one/display.jpg')).rejects.toMatchObject(isGone);
    await expect(storage.delete('photos/ab/one/display.jpg')).rejects.toMatchObject(isGone);
    await expect(storage.list('photos/')[Symbol.asyncIterator]().next()).rejects.toMatchObject(isGone);
    await rename(`${root}-elsewhere`, root);
    await storage.check();
    expect((await storage.read('photos/ab/one/display.jpg')).size).toBe(1);
  });

  it.skipIf(!existsSync('/dev/shm'))(
    'is gone when an empty folder of another disk is in its place, not when it was emptied',
    async () => {
      const root = path.join(await emptyFolder(), 'storage');
      const storage = await openFolderStorage(root);
      await storage.put('photos/ab/one/display.jpg', Buffer.from('x'));
      const beneath = await mkdtemp('/dev/shm/slow-letters-storage-');
      made.push(beneath);
      await rename(root, `${root}-elsewhere`);
      await symlink(beneath, root);
      await expect(storage.check()).rejects.toThrow('is its disk mounted?');
      await expect(storage.put('photos/ab/two/display.jpg', Buffer.from('x'))).rejects.toThrow('is gone');
      await expect(storage.read('photos/ab/one/display.jpg')).rejects.toThrow('is gone');
      expect(await readdir(beneath)).toEqual([]);
      await unlink(root);
      await rename(`${root}-elsewhere`, root);
      await storage.delete('photos/ab/one/display.jpg');
      await storage.check();
    },
  );

  it('does not open when a file has the folder’s name', async () => {
    const root = path.join(await emptyFolder(), 'storage');
    await writeFile(root, 'in the way');
    await expect(openFolderStorage(root)).rejects.toThrow();
  });

  it('has every acknowledged object, and no partial one, after kill -9', {
    timeout: 60_000,
  }, async () => {
    const root = await emptyFolder();
    const child = spawn(process.execPath, ['--input-type=module', '-e', writerProgram(root)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.length > 2_000) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const acknowledged = printed.split('\n').slice(0, -1);
    expect(acknowledged.length).toBeGreaterThan(50);
    const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.bin'));
    for (const name of names) expect((await readFile(path.join(root, name))).length, name).toBe(200_000);
    expect(names).toEqual(expect.arrayContaining(acknowledged));
  });
});

/** Puts one object after the other for as long as it lives, and prints each key once it is stored. */
function writerProgram(root: string): string {
  const program = new URL('./folder-storage.ts', import.meta.url).href;
  return `
    import { writeSync } from 'node:fs';
    const { openFolderStorage } = await import(${JSON.stringify(program)});
    const storage = await openFolderStorage(${JSON.stringify(root)});
    for (let number = 0; ; number += 1) {
      const key = 'photos/' + (number % 7) + '/' + number + '.bin';
      await storage.put(key, Buffer.alloc(200_000, number));
      writeSync(1, key + '\\n');
    }`;
}
