import { Link } from 'react-router';
import { PHOTO_MAX_BYTES, PHOTOS_PER_LETTER } from '../../../shared/limits.ts';
import styles from './questions.module.css';

const QUESTIONS = [
  {
    question: 'Which photos can I upload?',
    answer: `JPEG, PNG, HEIC, WebP and AVIF, up to ${PHOTOS_PER_LETTER} a letter and ${PHOTO_MAX_BYTES / 1024 / 1024} MB each. HEIC photos from a phone are converted automatically.`,
  },
  {
    question: 'What does a letter cost?',
    answer:
      'One credit, however many photos it holds. The stamp is used when you send, and credits never expire.',
  },
  {
    question: 'Can a letter arrive on a certain day?',
    answer:
      'Yes: choose the day before you send it, up to a year ahead. Until then it waits in My Letters, where you change the day, send it now or take it back for its credit. If it can’t leave within two days of its time, it comes back to you with its credit, and we write to you.',
  },
  {
    question: 'Does my recipient need an account?',
    answer: 'No. The letter comes as an ordinary e-mail with your photos in it, and they answer it as one.',
  },
  {
    question: 'Where do replies go?',
    answer: 'When your recipient answers the e-mail, the reply is tied to your letter under My Letters.',
  },
  {
    question: 'What if a letter can’t be delivered?',
    answer:
      'If the recipient’s mail service turns it away for good, the letter says so under My Letters. Its credit comes back to you, now and then only after we have looked.',
  },
  {
    question: 'Why was I signed out?',
    answer: 'The desk closes after 20 minutes without activity, to keep your letters private.',
  },
];

export function Questions() {
  return (
    <section id="help" aria-labelledby="questions">
      <h2 id="questions" className={styles.title}>
        Frequently asked
      </h2>
      {QUESTIONS.map(({ question, answer }, index) => (
        <details key={question} className={styles.question} open={index === 0}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
      <p className={styles.more}>
        What we keep, and for how long, is on the <Link to="/privacy">privacy page</Link>.
      </p>
    </section>
  );
}
