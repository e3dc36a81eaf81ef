import { useEffect, useState } from 'react';
import { Snail } from '../../components/stamp.tsx';
import { classNames } from '../../lib/class-names.ts';
import { productName } from '../../lib/product-name.ts';

const MESSAGES = [
  'Setting up the letter desk...',
  'Preparing your stationery...',
  'Warming up the ink well...',
  'Arranging the writing space...',
  'Getting ready for your letter...',
];
const ROTATION_MS = 1500;

/**
 * Full-screen overlay until the server is ready. `index.html` contains its first state with the same texts.
 */
export function WarmUp() {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCurrent((index) => (index + 1) % MESSAGES.length), ROTATION_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <main className="warm-up lining">
      <div className="warm-up-paper">
        <Snail className="warm-up-snail" />
        <h1 className="vh">{productName()}</h1>
        <ol aria-hidden="true">
          {MESSAGES.map((message, index) => (
            <li key={message} className={classNames(index < current && 'done', index === current && 'now')}>
              {index <= current ? message : '\u00a0'}
            </li>
          ))}
        </ol>
        <p className="vh" role="status">
          {MESSAGES[current]}
        </p>
        <p className="dim">Just a moment while we prepare everything for your letter</p>
      </div>
    </main>
  );
}
