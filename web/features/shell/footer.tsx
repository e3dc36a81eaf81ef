import { Link } from 'react-router';
import { classNames } from '../../lib/class-names.ts';
import { Brand } from './brand.tsx';
import styles from './footer.module.css';

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={classNames('page', styles.row)}>
        <Brand small />
        <Link to="/mission#how-it-works">How it Works</Link>
        <Link to="/mission#templates">Templates</Link>
        <Link to="/mission#pricing">Pricing</Link>
        <Link to="/support#help" reloadDocument>
          Help Center
        </Link>
        <Link to="/support#contact" reloadDocument>
          Contact Us
        </Link>
        <Link to="/privacy">Privacy</Link>
      </div>
    </footer>
  );
}
