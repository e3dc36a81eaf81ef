import { execFile } from 'node:child_process';
import { rename, rm, symlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Makes writes into a folder fail, for the superuser too: a file system of one page is mounted over it, which any photo
 * fills (ENOSPC). Where mounting is not allowed it leads to a folder of the kernel, where nobody may create files (EACCES).
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
