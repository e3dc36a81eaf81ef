import { useDeferredValue, useMemo, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { productName } from '../../../lib/product-name.ts';
import { letterMail } from '../letter-mail.ts';
import type { Sender } from '../sender.ts';
import type { WizardState } from '../wizard-state.ts';
import { LetterFrame } from './letter-frame.tsx';
import { useTemplates } from './use-templates.ts';

interface LetterViewProps {
  state: WizardState;
  sender: Sender;
  title: string;
}

/** The letter in progress on its paper. It follows what is typed without holding the typing up. */
export function LetterView({ state, sender, title }: LetterViewProps) {
  const papers = useTemplates();
  const [writtenOn] = useState(() => new Date());
  const shown = useDeferredValue(state);
  const html = useMemo(() => {
    if (!papers.data) return null;
    const letter = letterMail(shown, {
      sender,
      productName: productName(),
      productUrl: location.origin,
      writtenOn,
      size: 'mail',
    });
    return papers.data.renderTemplate(shown.template, letter);
  }, [papers.data, shown, sender, writtenOn]);

  if (papers.isError) {
    return (
      <Notice
        tone="error"
        title="The preview could not be fetched"
        actions={
          <Button variant="secondary" size="sm" onClick={() => location.reload()}>
            Load the page again
          </Button>
        }
      >
        Your letter is safe. It will be here when the page has been loaded again.
      </Notice>
    );
  }
  return html === null ? null : <LetterFrame html={html} title={title} />;
}
