import { Link } from 'react-router';
import { PHOTO_MAX_BYTES, PHOTOS_PER_LETTER } from '../../../shared/limits.ts';
import { T, t } from '../../lib/words.tsx';
import styles from './questions.module.css';

const questions = () => [
  {
    question: t('Which photos can I upload?'),
    answer: t(
      'JPEG, PNG, HEIC, WebP and AVIF, up to {photos} a letter and {size} MB each. HEIC photos from a phone are converted automatically.',
      { photos: PHOTOS_PER_LETTER, size: PHOTO_MAX_BYTES / 1024 / 1024 },
    ),
  },
  {
    question: t('What does a letter cost?'),
    answer: t(
      'One credit, however many photos it holds. The stamp is used when you send, and credits never expire.',
    ),
  },
  {
    question: t('Can a letter arrive on a certain day?'),
    answer: t(
      'Yes: choose the day before you send it, up to a year ahead. Until then it waits in My Letters, where you change the day, send it now or take it back for its credit. If it can’t leave within two days of its time, it comes back to you with its credit, and we write to you.',
    ),
  },
  {
    question: t('Does my recipient need an account?'),
    answer: t(
      'No. The letter comes as an ordinary e-mail with your photos in it, and they answer it as one.',
    ),
  },
  {
    question: t('Where do replies go?'),
    answer: t('When your recipient answers the e-mail, the reply is tied to your letter under My Letters.'),
  },
  {
    question: t('What if a letter can’t be delivered?'),
    answer: t(
      'If the recipient’s mail service turns it away for good, the letter says so under My Letters. Its credit comes back to you, now and then only after we have looked.',
    ),
  },
  {
    question: t('Why was I signed out?'),
    answer: t('The desk closes after 20 minutes without activity, to keep your letters private.'),
  },
];

export function Questions() {
  return (
    <section id="help" aria-labelledby="questions">
      <h2 id="questions" className="mb4">
        {t('Frequently asked')}
      </h2>
      {questions().map(({ question, answer }, index) => (
        <details key={question} className={styles.question} open={index === 0}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
      <p className="dim sm mt5">
        <T
          text="What we keep, and for how long, is on the {privacyPage}."
          privacyPage={<Link to="/privacy">{t('privacy page')}</Link>}
        />
      </p>
    </section>
  );
}
