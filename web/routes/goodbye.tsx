import { Page } from '../components/page.tsx';
import { Goodbye } from '../features/account/goodbye.tsx';
import { t } from '../lib/words.tsx';

/** `/goodbye`: after an account was deleted. */
export default function GoodbyeRoute() {
  return (
    <Page title={t('Your desk is cleared')}>
      <Goodbye />
    </Page>
  );
}
