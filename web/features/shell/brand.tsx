import { Link } from 'react-router';
import { Snail } from '../../components/snail.tsx';
import { classNames } from '../../lib/class-names.ts';
import { productName } from '../../lib/product-name.ts';
import styles from './brand.module.css';

export function Brand({ small = false }: { small?: boolean }) {
  return (
    <Link to="/" className={classNames(styles.brand, small && styles.small)}>
      <Snail />
      <span className={styles.name}>{productName()}</span>
    </Link>
  );
}
