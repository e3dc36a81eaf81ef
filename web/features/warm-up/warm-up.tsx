import { useEffect, useState } from 'react';
import { msg } from '../../../shared/words.ts';
import { Snail } from '../../components/snail.tsx';
import { classNames } from '../../lib/class-names.ts';
import { productName } from '../../lib/product-name.ts';
import { t } from '../../lib/words.tsx';

const MESSAGES = [
  msg('Setting up the letter desk...'),
  msg('Preparing your stationery...'),
  msg('Warming up the ink well...'),
  msg('Arranging the writing space...'),
  msg('Getting ready for your letter...'),
];
const ROTATION_MS = 1500;

/** `index.html` contains its first state with the same texts. */
export function WarmUp() {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCurrent((index) => (index + 1) % MESSAGES.length), ROTATION_MS);
    return () => clearInterval(timer);
  }, []);
  const now = MESSAGES[current];
  return (
    <main className="warm-up lining">
      <div className="warm-up-paper">
        <Snail className="warm-up-snail" />
        <h1 className="vh">{productName()}</h1>
        <ol aria-hidden="true">
          {MESSAGES.map((message, index) => (
            <li key={message} className={classNames(index < current && 'done', index === current && 'now')}>
              {index <= current ? t(message) : '\u00a0'}
            </li>
          ))}
        </ol>
        <p className="vh" role="status">
          {now ? t(now) : null}
        </p>
        <p className="dim">{t('Just a moment while we prepare everything for your letter')}</p>
      </div>
    </main>
  );
}
