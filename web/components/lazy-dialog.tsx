import { type ComponentType, useState } from 'react';
import { t } from '../lib/words.tsx';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { lazyPart } from './lazy-part.tsx';
import { Sentences } from './sentences.tsx';
import strip from './strip.module.css';

export const lazyDialog = <Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => lazyPart(load, undefined, ChunkLoadFailed);

function ChunkLoadFailed({ onClose }: { onClose: () => void }) {
  const [online] = useState(navigator.onLine);
  return (
    <div className={strip.strip} role="alert">
      <p>
        <Sentences>
          <b>{online ? t('This could not be fetched.') : t('No connection just now.')}</b>
          {online ? t('Please load the page again.') : t('When it is back, load the page again.')}
        </Sentences>
      </p>
      <Button size="sm" onClick={() => location.reload()}>
        {t('Load the page again')}
      </Button>
      <IconButton icon="close" label={t('Close')} onClick={onClose} />
    </div>
  );
}
