/** Milliseconds between two looks at the parent. */
const LOOK_EVERY_MS = 500;

/**
 * Emits 'disconnect' on this process, as the end of an IPC channel does, while npm, which started it, is gone: one that is
 * killed (SIGKILL) passes no signal on.
 */
export function watchNpm(): void {
  const parent = process.ppid;
  // By `exec` npm itself is the parent, not its shell.
  if (!process.env.npm_lifecycle_script?.startsWith('exec ')) return;
  setInterval(() => {
    if (process.ppid !== parent) process.emit('disconnect');
  }, LOOK_EVERY_MS).unref();
}
