import { useLocation } from 'react-router';
import { ButtonLink } from '../../components/button.tsx';
import { Stamp } from '../../components/stamp.tsx';
import { productName } from '../../lib/product-name.ts';
import styles from './not-found.module.css';

export function NotFound() {
  const { pathname } = useLocation();
  return (
    <>
      <div className={styles.envelope}>
        <p className={styles.from}>{productName()}</p>
        <Stamp className={styles.stamp} />
        <p className={styles.hand}>
          <span>Return to sender</span>
          No such address on this route
        </p>
        <div className={styles.address}>
          <h1>404 Page Not Found</h1>
          <p className={styles.struck}>
            <s>{pathname}</s>
          </p>
        </div>
      </div>
      <p className="actions">
        <ButtonLink to="/">Back to the letter desk</ButtonLink>
        <ButtonLink variant="secondary" to="/my-letters">
          My Letters
        </ButtonLink>
      </p>
    </>
  );
}
