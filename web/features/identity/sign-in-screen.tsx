import * as Tabs from 'radix-ui/tabs';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { directionOf, type Marked, msg } from '../../../shared/words.ts';
import { LanguageChoice } from '../../components/language-choice.tsx';
import { Notice } from '../../components/notice.tsx';
import { Snail } from '../../components/snail.tsx';
import letterSmall from '../../images/plum-page-1-900.avif';
import letterMiddle from '../../images/plum-page-1-1200.avif';
import letterFallback from '../../images/plum-page-1-1200.webp';
import letterLarge from '../../images/plum-page-1-1500.avif';
import phoneSmall from '../../images/plum-page-1-phone-624.avif';
import phoneMiddle from '../../images/plum-page-1-phone-832.avif';
import phoneLarge from '../../images/plum-page-1-phone-1040.avif';
import { classNames } from '../../lib/class-names.ts';
import { productName } from '../../lib/product-name.ts';
import { noteReplacedScreen } from '../../lib/replaced-screen.ts';
import { language, p, t } from '../../lib/words.tsx';
import { signedOutForInactivity } from './auto-sign-out.ts';
import { EmailForm } from './email-form.tsx';
import { MailLink } from './mail-link.tsx';
import { QuickSignIn } from './quick-sign-in.tsx';
import styles from './sign-in-screen.module.css';

/** Pages of mailed links that need a sign-in to the account they are about. */
const LINK_PAGES: Record<string, string & Marked> = {
  '/verify-email': msg('Sign in to the account whose address you are confirming, and it is done.'),
  '/change-email': msg('Sign in to the account whose address you are changing, and it is done.'),
};

/** Shown on every path that is not public while nobody is signed in. */
export function SignInScreen() {
  const product = productName();
  const { pathname, search } = useLocation();
  const ofLink = LINK_PAGES[pathname];
  const signedOutEmail = signedOutForInactivity();
  const title = `${t('Sign in')} · ${product}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => noteReplacedScreen, []);
  return (
    <main className={styles.screen} id="main">
      <div className={styles.hero}>
        <picture>
          {/* Only the part of the sheet that a phone shows. */}
          <source
            media="(max-width: 420px)"
            type="image/avif"
            srcSet={`${phoneSmall} 624w, ${phoneMiddle} 832w, ${phoneLarge} 1040w`}
            sizes="104vw"
            width="1040"
            height="900"
          />
          <source
            type="image/avif"
            srcSet={`${letterSmall} 900w, ${letterMiddle} 1200w, ${letterLarge} 1500w`}
            sizes="(max-width: 820px) 120vw, 70vw"
          />
          <img
            src={letterFallback}
            width="1500"
            height="2000"
            fetchPriority="high"
            alt={t('A handwritten letter in blue ink on a wooden desk')}
          />
        </picture>
      </div>
      <div className={styles.pane}>
        <div className={styles.inner}>
          <p className={styles.brand}>
            <Snail />
            {product}
          </p>
          <h1>{t('Transform your handwritten notes into beautiful digital letters')}</h1>
          <ol className={styles.how}>
            <li>{t('Upload photos of handwritten letters')}</li>
            <li>{t('Choose recipients and beautiful templates')}</li>
            <li>{t('Send personalized emails with embedded photos')}</li>
          </ol>
          {signedOutEmail !== null ? (
            <Notice tone="info" className="mt4 mb5" title={t('You were signed out after 20 quiet minutes')}>
              <p>{t('Your letter is kept. Sign in, and go on where you were.')}</p>
              <MailLink email={signedOutEmail} />
            </Notice>
          ) : null}
          {ofLink ? (
            <Notice tone="info" className="mt4 mb5">
              <p>{t(ofLink)}</p>
            </Notice>
          ) : null}
          {new URLSearchParams(search).has('stamp') ? (
            <Notice tone="info" className="mt4 mb5" title={t('A gift waits for you')}>
              <p>{t('Sign up, or sign in, with the address that it was sent to, and confirm it.')}</p>
            </Notice>
          ) : null}
          <Tabs.Root defaultValue="email" dir={directionOf(language())}>
            <Tabs.List className={styles.tabs} aria-label={t('Ways to sign in')}>
              <Tabs.Trigger value="email" data-text={p('way of sending', 'Email')}>
                {p('way of sending', 'Email')}
              </Tabs.Trigger>
              <Tabs.Trigger value="quick" data-text={t('Quick Sign In')}>
                {t('Quick Sign In')}
              </Tabs.Trigger>
            </Tabs.List>
            <Tabs.Content value="email" className={styles.panel} tabIndex={-1}>
              <EmailForm />
            </Tabs.Content>
            <Tabs.Content value="quick" className={styles.panel} tabIndex={-1}>
              <QuickSignIn />
            </Tabs.Content>
          </Tabs.Root>
          <div className={styles.links}>
            <Link to="/mission">{t('Our Mission')}</Link>
            <Link to="/support" reloadDocument>
              {t('Support')}
            </Link>
            <LanguageChoice className={styles.language} />
          </div>
          <p className={classNames(styles.security, 'xs dim')}>
            {t('Secure authentication • Auto sign-out after 20 minutes')}
          </p>
        </div>
      </div>
    </main>
  );
}
