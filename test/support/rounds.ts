/**
 * How often a test does what it does: seldom in `npm test`, where each change waits for it, and often
 * in `npm run drills`, which looks for what is rare.
 */
export const rounds = (seldom: number, often: number): number =>
  process.env.ROUNDS === 'often' ? often : seldom;
