import { Link } from 'react-router';
import { LanguageChoice } from '../../components/language-choice.tsx';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/words.tsx';
import { Brand } from './brand.tsx';
import styles from './footer.module.css';

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={classNames('page', styles.row)}>
        <Brand small />
        <Link to="/mission#how-it-works">{t('How it Works')}</Link>
        <Link to="/mission#templates">{t('Templates')}</Link>
        <Link to="/mission#pricing">{t('Pricing')}</Link>
        <Link to="/support#help" reloadDocument>
          {t('Help Center')}
        </Link>
        <Link to="/support#contact" reloadDocument>
          {t('Contact Us')}
        </Link>
        <Link to="/privacy">{t('Privacy')}</Link>
        <LanguageChoice className={styles.language} />
      </div>
    </footer>
  );
}
