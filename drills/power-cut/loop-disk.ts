import { spawnSync } from 'node:child_process';
import { readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LoopDisk {
  folder: string;
  /**
   * Cuts the power: nothing that was only in memory reaches the disk any more, not even the file system's journal
   * (ext4's shutdown, without flushing the log), and processes with open files there are killed.
   */
  cut(): Promise<void>;
  mount(): void;
  unmount(): Promise<void>;
}

export function whyNoLoopDisk(): string | null {
  if (process.platform !== 'linux') return 'it needs Linux';
  if (process.getuid?.() !== 0) return 'it needs root, to mount';
  for (const tool of ['mkfs.ext4', 'mount', 'perl']) {
    if (spawnSync('which', [tool]).status !== 0) return `it needs ${tool}`;
  }
  return null;
}

/** @param folder an empty folder; the image is made beside it */
export function makeLoopDisk(folder: string, megabytes: number): LoopDisk {
  const image = `${folder}.img`;
  run('truncate', '-s', `${megabytes}M`, image);
  run('mkfs.ext4', '-q', image);
  const mount = () => run('mount', '-o', 'loop', image, folder);
  const unmount = async () => {
    // The kernel lets go of a killed process's files a moment after the process itself.
    for (let tries = 0; spawnSync('umount', [folder]).status !== 0; tries++) {
      if (tries === 100) run('umount', folder);
      await sleep(100);
    }
  };
  mount();
  return {
    folder,
    mount,
    unmount,
    async cut() {
      run('perl', '-e', SHUTDOWN, folder);
      await killThoseIn(folder);
      await unmount();
    },
  };
}

/** `FS_IOC_SHUTDOWN` with `FS_SHUTDOWN_FLAGS_NOLOGFLUSH`, of linux/fs.h; Node.js has no ioctl. */
const SHUTDOWN =
  'use Fcntl; sysopen(F, $ARGV[0], O_RDONLY) or die $!; my $flags = pack("I", 2); ioctl(F, 0x8004587d, $flags) or die $!';

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

/** The database's processes work in their folder; they end with the power too. */
async function killThoseIn(folder: string): Promise<void> {
  for (let found = true; found; await sleep(20)) {
    found = false;
    for (const name of await readdir('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      // It ended meanwhile, or is not ours to look at.
      const cwd = await readlink(path.join('/proc', name, 'cwd')).catch(() => null);
      if (cwd === null || !`${cwd}/`.startsWith(`${folder}/`)) continue;
      found = true;
      try {
        process.kill(Number(name), 'SIGKILL');
      } catch (error) {
        // ESRCH: it ended by itself.
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
      }
    }
  }
}
