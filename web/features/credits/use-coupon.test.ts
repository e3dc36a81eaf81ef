import { afterEach, expect, it, vi } from 'vitest';
import { hookOfSignedIn } from '../../../test/web/signed-in.tsx';
import { memoryStorage } from '../../../test/web/wizard.ts';
import { useCoupon } from './use-coupon.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

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
  const { apply } = hookOfSignedIn(() => useCoupon());
  expect(await apply('WELCOME5')).toBe(true);
});
