import { Link } from 'react-router';
import { DRAFT_KEPT_DAYS, INACTIVITY_MINUTES } from '../../../shared/limits.ts';
import { Page } from '../../components/page.tsx';
import { Sentences } from '../../components/sentences.tsx';
import { productName } from '../../lib/product-name.ts';
import { T, t } from '../../lib/words.tsx';
import styles from './privacy.module.css';

export function Privacy() {
  const product = productName();
  return (
    <Page title={t('Privacy')}>
      <article className={styles.privacy}>
        <h1>{t('Privacy')}</h1>
        <p className={styles.lead}>
          {t('A letter is between two people. {product} carries it, keeps your copy, and looks away.', {
            product,
          })}
        </p>
        <h2>{t('What we keep')}</h2>
        <ul>
          <li>{t('Your e-mail address, your name if you gave one, and your password as a one-way hash.')}</li>
          <li>
            {t(
              'Your browser’s time zone, so that a letter names your day. Its mail shows the zone, as any e-mail does.',
            )}
          </li>
          <li>
            {t(
              'The photos you upload, without what a camera hides in them: place, time and device are removed before anything is stored. A photo that goes into no letter and no draft is deleted after a day.',
            )}
          </li>
          <li>
            {t(
              'Your letters: the message, the paper, the name and address of each recipient, and when it was sent.',
            )}
          </li>
          <li>
            {t(
              'The people in your address book: how you call them, their time zone once you say where they live or when a letter should arrive, and the birthdays and other days that you want to remember. A file of contacts is read in your browser; only the people you tick are sent to us, with their birthdays. If you ask for a calendar address, whoever has it can read these days; you can close it at any time.',
            )}
          </li>
          <li>
            {t(
              'What your recipients answer, by e-mail or on the letter’s page, so that you can read it beside your letter.',
            )}
          </li>
          <li>
            {t(
              'That somebody wants no more letters, for as long as they want none: as a code made of their address, not as the address.',
            )}
          </li>
          <li>
            {t(
              'Your credits, as a list of what was bought, given and spent. Card details go to the payment service alone.',
            )}
          </li>
          <li>
            {t('The stamps that you give: how many, to whose name and address, and the words that you add.')}
          </li>
        </ul>
        <h2>{t('Who sees it')}</h2>
        <ul>
          <li>
            {t(
              'You, when you are signed in, and the recipient of each letter. Nobody else’s account can open your photos.',
            )}
          </li>
          <li>
            {t(
              'Whoever has the link of a letter’s page. It cannot be guessed, search engines are kept out, and you can take the letter off the web at any time.',
            )}
          </li>
          <li>{t('The mail services that deliver your letter, as with any e-mail.')}</li>
          <li>
            {t('No advertisers and no trackers. Our mails hold no tracking pixel and no rewritten links.')}
          </li>
        </ul>
        <h2>{t('In your browser')}</h2>
        <ul>
          <li>
            <Sentences>
              {t(
                'Two cookies. One keeps you signed in; it is cleared when you log out, and you are signed out after {minutes} minutes without activity. The other lets your account know this browser again, so that nobody elsewhere can lock you out; it opens nothing, and lasts a year or so.',
                { minutes: INACTIVITY_MINUTES },
              )}
              {t('If you choose a language, a third one remembers it for a year.')}
            </Sentences>
          </li>
          <li>
            {t(
              'A letter you are still writing, and your choice of light or dark, stored on your device. The letter is kept with your account, too, so that another device can go on with it, and forgotten when you send or discard it, or have not touched it for {days} days.',
              { days: DRAFT_KEPT_DAYS },
            )}
          </li>
          <li>
            {t(
              'An answer or a message to us that you have not sent, stored on your device alone until you send or empty it.',
            )}
          </li>
        </ul>
        <h2>{t('Having it removed')}</h2>
        <p>
          <T
            text="On {accountPage} you can download everything in one file, and delete your account with all that is in it, at once. A letter that has arrived is in its recipient’s mailbox, and theirs to keep. For the books we keep when credits were bought, given and spent, without your name or address. {writeToUs} if something is in the way."
            accountPage={<Link to="/account">{t('your account’s page')}</Link>}
            writeToUs={<Link to="/support#contact">{t('Write to us')}</Link>}
          />
        </p>
      </article>
    </Page>
  );
}
