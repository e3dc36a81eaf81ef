import { analyse } from 'scslre';
import { productPatterns } from './regular-expressions/product-patterns.ts';

// `npm run check:regex`: no regular expression of the product takes polynomial or exponential time, as far as its
// states tell (scslre, the analysis behind eslint-plugin-regexp). `npm run drills -- patterns` runs each of them
// besides, and finds what states don't show.
const patterns = await productPatterns();
let faults = 0;
for (const { file, line, source, flags } of patterns) {
  for (const report of analyse({ source, flags }).reports) {
    faults += 1;
    const time = report.exponential ? 'exponential' : 'polynomial';
    console.error(
      `${file}:${line}: ${time} on many of ${JSON.stringify(report.character.pick)}: /${source}/${flags}`,
    );
  }
}
console.log(`${patterns.length} regular expressions, ${faults} super-linear`);
process.exit(faults > 0 ? 1 : 0);
