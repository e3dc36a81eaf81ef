import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../../test/web/wizard.ts';
import { ToastProvider } from '../../components/toast.tsx';
import { newQueryClient } from '../../lib/query-client.ts';
import { PersonContext } from '../identity/use-person.ts';
import { useCoupon } from './use-coupon.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const person = {
  uid: 'maren',
  email: 'maren@example.com',
  displayName: 'Maren',
  emailVerified: true,
  hasPassword: true,
};
const coupon = {
  code: 'WELCOME5',
  description: '',
  discountType: 'fixed',
  discountValue: 0,
  freeCredits: 5,
  packages: null,
};

it('coupon: its credits came, also when the balance cannot be read again', async () => {
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/validate-coupon') return Response.json({ valid: true, coupon, message: '' });
    if (path === '/api/redeem-coupon')
      return Response.json({ success: true, creditsGranted: 5, message: '5 credits added' });
    return new Response('', { status: 503 });
  });
  let apply: ((code: string) => Promise<boolean>) | undefined;
  const Part = () => {
    ({ apply } = useCoupon());
    return null;
  };
  renderToString(
    <QueryClientProvider client={newQueryClient()}>
      <ToastProvider>
        <PersonContext value={{ person, identity: () => Promise.reject(new Error('none')) }}>
          <Part />
        </PersonContext>
      </ToastProvider>
    </QueryClientProvider>,
  );
  expect(await apply?.('WELCOME5')).toBe(true);
});
