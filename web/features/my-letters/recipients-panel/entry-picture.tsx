import type { ConversationSummary } from '../../../../shared/conversations.ts';
import { PhotoImage } from '../../../components/photo-image.tsx';
import styles from './recipient-entry.module.css';

export function EntryPicture({ photo }: { photo: ConversationSummary['photo'] | undefined }) {
  return (
    <span className={styles.picture} aria-hidden="true">
      {photo ? <PhotoImage photo={photo} size="thumbnail" alt="" whenBroken="hidden" /> : null}
    </span>
  );
}
