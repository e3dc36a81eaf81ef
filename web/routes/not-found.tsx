import { Page } from '../components/page.tsx';
import { NotFound } from '../features/shell/not-found.tsx';

/** Any unknown path. */
export default function NotFoundPage() {
  return (
    <Page title="404 Page Not Found">
      <NotFound />
    </Page>
  );
}
