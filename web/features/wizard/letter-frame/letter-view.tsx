import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { productName } from '../../../lib/product-name.ts';
import { t } from '../../../lib/words.tsx';
import { letterMail, type Sender } from '../letter-mail.ts';
import { languageOf, useLetterWords } from '../letter-words.ts';
import type { WizardState } from '../wizard-state.ts';
import { LetterFrame } from './letter-frame.tsx';
import { templatesQuery } from './templates-query.ts';

/** Rendering is deferred, so that it never delays typing. */
export function LetterView({ state, sender, title }: { state: WizardState; sender: Sender; title: string }) {
  const templates = useQuery(templatesQuery);
  const [writtenOn] = useState(() => new Date());
  const shown = useDeferredValue(state);
  const { words, isError: wordsMissing } = useLetterWords(languageOf(shown.recipient));
  const html = useMemo(() => {
    if (!templates.data) return null;
    const letter = letterMail(shown, {
      words,
      sender,
      productName: productName(),
      productUrl: location.origin,
      writtenOn,
      size: 'mail',
    });
    return templates.data.renderTemplate(shown.template, letter);
  }, [templates.data, shown, words, sender, writtenOn]);

  if (templates.isError || wordsMissing) {
    return (
      <Notice
        tone="error"
        title={t('The preview could not be fetched')}
        actions={
          <Button variant="secondary" size="sm" onClick={() => location.reload()}>
            {t('Load the page again')}
          </Button>
        }
      >
        {t('Your letter is safe. It will be here when the page has been loaded again.')}
      </Notice>
    );
  }
  return html === null ? null : <LetterFrame html={html} title={title} />;
}
