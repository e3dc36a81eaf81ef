import { buildIfNeeded } from '../scripts/build-if-needed.ts';
import { total, weighWeb } from '../scripts/check-budgets.ts';

// What the built web app weighs, gzipped. `npm test` holds the budgets; here is where the bytes are.
await buildIfNeeded(console.log);
const { initial, signIn, styles, routes, others, faults } = await weighWeb();

const list = (title: string, weights: typeof initial) => {
  console.log(`${title}: ${total(weights).toFixed(1)} kB gzip`);
  for (const { file, kb } of weights.slice(0, 8)) console.log(`  ${kb.toFixed(1).padStart(7)} kB  ${file}`);
};
list('first visit, scripts', initial);
list('the sign-in screen besides, scripts', signIn);
list('first visit, styles', styles);
list('routes, all', routes);
list('asked for when needed, all', others);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
