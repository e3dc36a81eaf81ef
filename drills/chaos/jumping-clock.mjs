// `node --import` this: on SIGUSR2 the process's wall clock jumps by CLOCK_JUMP_MS, on the next one it jumps back. As
// with a machine whose time is set, timers and performance.now() go on, and the database has a clock of its own.
const RealDate = Date;
const jump = Number(process.env.CLOCK_JUMP_MS);
let ahead = 0;
process.on('SIGUSR2', () => {
  ahead = ahead === 0 ? jump : 0;
});
const now = () => RealDate.now() + ahead;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
