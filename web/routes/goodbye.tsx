import { Page } from '../components/page.tsx';
import { Goodbye } from '../features/account/goodbye.tsx';

/** `/goodbye`: after an account was deleted. */
export default function GoodbyeRoute() {
  return (
    <Page title="Your desk is cleared">
      <Goodbye />
    </Page>
  );
}
