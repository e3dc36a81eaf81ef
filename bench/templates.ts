import { TEMPLATES } from '../shared/templates.ts';
import { words } from '../shared/words.ts';
import { defaultMessage } from '../templates/message.ts';
import { testLetterMail, testPhotos } from '../test/support/letter-mail.ts';
import { median } from './statistics.ts';

/** Milliseconds to render each template with five photos and the usual message, and the size of its HTML with 5 and 20. */
const RENDERS = 300;
const GOAL_MS = 1;

// React decides when it is loaded which of its builds it is; letters leave from the faster one.
process.env.NODE_ENV = 'production';
const { loadTemplates } = await import('../templates/render-template.tsx');
const renderTemplate = await loadTemplates();

const page = 'https://letters.example/l/abcdefghjkmnpqrstvwxyz2345';
const letterOf = (photos: number) =>
  testLetterMail({
    message: defaultMessage(0, words('en')),
    photos: testPhotos(photos),
    webUrl: page,
    stopUrl: `${page}/stop`,
  });

let slowest = 0;
for (const { id, label } of TEMPLATES) {
  const times: number[] = [];
  for (let n = 0; n < RENDERS; n++) {
    const begun = performance.now();
    renderTemplate(id, letterOf(5));
    times.push(performance.now() - begun);
  }
  const p50 = median(times);
  slowest = Math.max(slowest, p50);
  const kilobytes = (photos: number) =>
    (Buffer.byteLength(renderTemplate(id, letterOf(photos))) / 1024).toFixed(1);
  console.log(
    `${label.padEnd(20)} ${p50.toFixed(2)} ms   ${kilobytes(5)} KB, with 20 photos ${kilobytes(20)} KB`,
  );
}
console.log(`slowest ${slowest.toFixed(2)} ms p50 (goal: ${GOAL_MS} or less)`);
process.exitCode = slowest <= GOAL_MS ? 0 : 1;
