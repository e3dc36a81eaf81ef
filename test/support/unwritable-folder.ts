import { execFile } from 'node:child_process';
import { rename, rm, symlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * A file system of one page is mounted over it (ENOSPC), or it leads to a folder of the kernel (EACCES).
 * @returns makes it as it was
 */
export async function makeUnwritable(folder: string): Promise<() => Promise<void>> {
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=4k,mode=0777', 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
  if (mounted)
    return async () => {
      await run('umount', [folder]);
    };
  await rename(folder, `${folder}-aside`);
  await symlink('/sys/kernel', folder);
  return async () => {
    await rm(folder);
    await rename(`${folder}-aside`, folder);
  };
}
