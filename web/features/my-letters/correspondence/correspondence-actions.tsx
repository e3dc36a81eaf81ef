import { correspondenceExportUrl } from '../../../../shared/correspondences.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useSaving } from '../../../lib/save-file.ts';
import { t } from '../../../lib/words.tsx';
import { bookPath } from '../chosen-recipient.ts';
import styles from './correspondence-actions.module.css';

/** What can be done with all letters to and from somebody. @param address as a correspondent has it */
export function CorrespondenceActions({ address }: { address: string }) {
  const { save, saving, failure } = useSaving();
  return (
    <div className={styles.actions}>
      <ButtonLink variant="quiet" size="sm" to={bookPath(address)}>
        <Icon name="print" />
        {t('Make a book')}
      </ButtonLink>
      <Button
        variant="quiet"
        size="sm"
        busy={saving !== null}
        onClick={() => save(correspondenceExportUrl(address), 'letters.zip')}
      >
        <Icon name="download" />
        {t('Save everything of this conversation')}
      </Button>
      <p className="vh" role="status">
        {saving ? t('Putting your letters together...') : ''}
      </p>
      <Failure error={failure} what={t('Download failed.')} />
    </div>
  );
}
