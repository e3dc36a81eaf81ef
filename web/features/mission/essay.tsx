import { ButtonLink } from '../../components/button.tsx';
import airmailSmall from '../../images/airmail-640.avif';
import airmailPhone from '../../images/airmail-728.avif';
import airmailMiddle from '../../images/airmail-900.avif';
import airmailFallback from '../../images/airmail-900.webp';
import airmailLarge from '../../images/airmail-1600.avif';
import tornNote from '../../images/torn-note-640.avif';
import tornNoteFallback from '../../images/torn-note-640.webp';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';
import styles from './essay.module.css';

export function Essay() {
  const { status } = usePerson();
  return (
    <article className={styles.essay}>
      <div className={styles.head}>
        <h1>{t('Our Mission')}</h1>
        <p className="letter">
          {t(
            'We would like the post to be slow again, at least the part where somebody sits down and means it.',
          )}
        </p>
      </div>
      <figure className={styles.wide}>
        <picture>
          <source
            type="image/avif"
            srcSet={`${airmailSmall} 640w, ${airmailPhone} 728w, ${airmailMiddle} 900w, ${airmailLarge} 1600w`}
            sizes="(max-width: 1100px) 100vw, 70vw"
          />
          <img
            src={airmailFallback}
            width="1600"
            height="1200"
            fetchPriority="high"
            alt={t('A handwritten airmail letter on a wooden table')}
          />
        </picture>
      </figure>
      <div className={classNames(styles.body, 'letter')}>
        <p>
          {t(
            'A handwritten page carries more than its words. It carries the hurry or the calm of the hand, the place where the pen ran dry, the line that was crossed out and the better one above it. None of that survives typing.',
          )}
        </p>
        <p>
          {t(
            'So we built the smallest machine we could around it. You write on paper, with anything that leaves a mark. You photograph the page. We put it in an envelope that opens anywhere, and carry it without changing a stroke.',
          )}
        </p>
        <h2>{t('The slow tech movement')}</h2>
        <p>
          {t(
            'Slow tech is software that is happy to be closed. It asks for your attention once, for something worth it, and then gets out of the light. No streaks, no likes, no one else’s opinion beside your grandmother’s recipe.',
          )}
        </p>
        <p>
          {t(
            'Each letter costs one credit because a small price makes a small pause, and the pause is where letters come from. Credits never expire. We are in no hurry, and neither is the paper.',
          )}
        </p>
        <p className="dim">{t('From all of us at the letter desk')}</p>
        {status === 'signed-in' ? <ButtonLink to="/">{t('Write a letter')}</ButtonLink> : null}
        {status === 'signed-out' ? <ButtonLink to="/">{t('Sign In')}</ButtonLink> : null}
      </div>
      <figure className={styles.aside}>
        <picture>
          <source type="image/avif" srcSet={tornNote} />
          <img
            src={tornNoteFallback}
            width="640"
            height="518"
            loading="lazy"
            alt={t('A torn note: soup is on the stove')}
          />
        </picture>
        <figcaption className="sm dim">{t('Two minutes with a pencil.')}</figcaption>
      </figure>
    </article>
  );
}
