import * as Radix from 'radix-ui/toast';
import { useEffect, useState } from 'react';
import { directionOf } from '../../shared/words.ts';
import { classNames } from '../lib/class-names.ts';
import { language, t } from '../lib/words.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { SHOWN_FOR_MS, type ToastMessage } from './plain-toast.tsx';
import styles from './toast.module.css';

/** Spec section 9. The swipe is to the right, or to the left where that is the near edge. */
const SWIPE_THRESHOLD_PX = 50;

export default function ToastRegion({ message, number }: { message: ToastMessage; number: number }) {
  const { title, description, tone = 'success', action } = message;
  const [open, setOpen] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each number opens a new toast
  useEffect(() => setOpen(true), [number]);
  return (
    // A provider for each toast: one that was closed under the pointer would stay paused for all that follow.
    <Radix.Provider
      label={t('Notification')}
      key={number}
      duration={SHOWN_FOR_MS}
      swipeDirection={directionOf(language()) === 'rtl' ? 'left' : 'right'}
      swipeThreshold={SWIPE_THRESHOLD_PX}
    >
      <Radix.Root
        className={classNames(styles.toast, tone === 'error' && styles.error)}
        open={open}
        onOpenChange={setOpen}
        // A dialog takes the pointer from all below it: a press here would meet what lies under the label.
        style={{ pointerEvents: 'auto' }}
      >
        <span className={styles.sign}>
          <Icon name={tone === 'error' ? 'close' : 'check'} />
        </span>
        <div className={styles.text}>
          <Radix.Title className={styles.title}>{title}</Radix.Title>
          {description ? <Radix.Description className="sm dim">{description}</Radix.Description> : null}
          {action ? (
            <Radix.Action asChild altText={action.label} onClick={action.onAct}>
              <Button variant="quiet" size="sm" className={styles.action}>
                {action.label}
              </Button>
            </Radix.Action>
          ) : null}
        </div>
        <Radix.Close asChild>
          <IconButton icon="close" label={t('Close')} className={styles.close} />
        </Radix.Close>
      </Radix.Root>
      <Radix.Viewport
        className={styles.viewport}
        hotkey={['F8']}
        label={t('Notifications ({hotkey})', { hotkey: '{hotkey}' })}
      />
    </Radix.Provider>
  );
}
