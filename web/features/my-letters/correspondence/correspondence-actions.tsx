import { useState } from 'react';
import { correspondenceExportUrl } from '../../../../shared/correspondences.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Icon } from '../../../components/icon.tsx';
import { readFile } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { t } from '../../../lib/words.tsx';
import { bookPath } from '../chosen-recipient.ts';
import styles from './correspondence-actions.module.css';

/** What can be done with all letters to and from somebody. @param address as a correspondent has it */
export function CorrespondenceActions({ address }: { address: string }) {
  const { save, saving, failure } = useSaveCorrespondence(address);
  return (
    <div className={styles.actions}>
      <ButtonLink variant="quiet" size="sm" to={bookPath(address)}>
        <Icon name="print" />
        {t('Make a book')}
      </ButtonLink>
      <Button variant="quiet" size="sm" busy={saving} onClick={save}>
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

function useSaveCorrespondence(address: string) {
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const save = async (): Promise<void> => {
    setSaving(true);
    setFailure(null);
    try {
      const { file, disposition } = await readFile(correspondenceExportUrl(address));
      saveFile(file, fileNameIn(disposition) ?? 'letters.zip');
    } catch (error) {
      console.error('The letters could not be saved', error);
      setFailure(navigator.onLine ? error : t('There is no connection. Please try again once there is.'));
    } finally {
      setSaving(false);
    }
  };
  return { save, saving, failure };
}

/** The name in UTF-8 of a Content-Disposition header (RFC 6266, section 4.3). */
function fileNameIn(disposition: string): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  return encoded === undefined ? null : decodeURIComponent(encoded);
}
