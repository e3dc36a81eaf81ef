import { Page } from '../components/page.tsx';
import { NotFound } from '../features/shell/not-found.tsx';
import { t } from '../lib/words.tsx';

/** Any unknown path. */
export default function NotFoundPage() {
  return (
    <Page title={t('404 Page Not Found')}>
      <NotFound />
    </Page>
  );
}
