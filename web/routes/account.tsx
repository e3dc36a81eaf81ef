import { useEffect, useState } from 'react';
import { Page } from '../components/page.tsx';
import { AccountPage } from '../features/account/account-page.tsx';
import { useClientConfig } from '../lib/client-config.tsx';
import { isLoadedAt } from '../lib/loaded-page.ts';
import { t } from '../lib/words.tsx';

export default function AccountRoute() {
  const { mode } = useClientConfig().identity;
  // It asks for the password once more, and a Firebase project may ask for a captcha, which other pages' policy forbids.
  const [allowed] = useState(() => mode !== 'firebase' || isLoadedAt(/^\/account\/?$/));
  useEffect(() => {
    if (!allowed) location.reload();
  }, [allowed]);
  return <Page title={t('Your account')}>{allowed ? <AccountPage /> : null}</Page>;
}
