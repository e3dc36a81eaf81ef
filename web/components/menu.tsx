import { Link } from 'react-router';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './menu.module.css';
import { useDisclosure } from './use-disclosure.ts';

type MenuItem = { text: string } & ({ to: string } | { onSelect: () => void });

interface MenuProps {
  icon: IconName;
  label: string;
  labelled?: boolean;
  items: readonly MenuItem[];
}

export function Menu({ icon, label, labelled = false, items }: MenuProps) {
  const { open, toggle, leave, ref } = useDisclosure<HTMLDivElement>();
  const button = { 'aria-expanded': open, onClick: toggle };
  return (
    <div className={styles.menu} ref={ref}>
      {labelled ? (
        <Button variant="secondary" {...button}>
          <Icon name={icon} />
          {label}
        </Button>
      ) : (
        <IconButton icon={icon} label={label} {...button} />
      )}
      {open ? (
        <ul className={styles.panel}>
          {items.map((item) => (
            <li key={item.text}>
              {'to' in item ? (
                <Link className={styles.item} to={item.to} onClick={leave}>
                  {item.text}
                </Link>
              ) : (
                <button
                  type="button"
                  className={styles.item}
                  onClick={() => {
                    leave();
                    item.onSelect();
                  }}
                >
                  {item.text}
                </button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
