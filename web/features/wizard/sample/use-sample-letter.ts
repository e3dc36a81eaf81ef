import { useEffect, useRef, useState } from 'react';
import { redeemCouponAnswer } from '../../../../shared/credits.ts';
import { LETTER_COST_CREDITS } from '../../../../shared/limits.ts';
import { useToast } from '../../../components/toast.tsx';
import samplePhoto from '../../../images/airmail-1600.webp';
import { write } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { useRefreshUser } from '../../identity/use-user.ts';
import type { UploadStore } from '../../uploads/upload-store.ts';
import type { Sender } from '../sender.ts';
import type { Wizard } from '../use-wizard.ts';
import { SAMPLE_ALT, SAMPLE_MESSAGE, WELCOME } from './sample-messages.ts';

interface SampleParts {
  wizard: Wizard;
  uploads: UploadStore;
  sender: Sender;
  /** balance; null while it isn't known */
  credits: number | null;
  onReady: () => void;
}

/** Lays the sample letter on the desk, addressed to its sender, with the welcome coupon for its postage. */
export function useSampleLetter({ wizard, uploads, sender, credits, onReady }: SampleParts) {
  const refreshUser = useRefreshUser();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  /** The rest of the letter follows its photo, so that one that fails leaves the desk as it was. */
  function upload(file: File) {
    uploads.add([file]);
    const id = uploads.get().at(-1)?.id;
    const stop = uploads.onSettled(({ uploaded }) => {
      stop();
      setBusy(false);
      if (uploaded === 0 || id === undefined) return;
      wizard.dispatch({ type: 'photo-described', id, alt: SAMPLE_ALT });
      wizard.dispatch({ type: 'recipient-typed', name: sender.name, email: sender.email });
      wizard.dispatch({ type: 'message-typed', message: SAMPLE_MESSAGE });
      // Whoever went on to another page is not called back.
      if (shown.current) onReady();
    });
  }

  async function payByCoupon() {
    try {
      const idempotencyKey = newIdempotencyKey();
      const coupon = { code: WELCOME.code };
      await write('POST', '/api/redeem-coupon', coupon, redeemCouponAnswer, { idempotencyKey });
      await refreshUser();
    } catch (cause) {
      // The counter asks for the credit when the letter is sent; there is time until then.
      console.warn('The welcome coupon was not taken', cause);
    }
  }

  async function begin() {
    setBusy(true);
    try {
      const answer = await fetch(samplePhoto);
      if (!answer.ok) throw new Error(`The sample's photo was not there: ${answer.status}`);
      const file = new File([await answer.blob()], 'sample-letter.webp', { type: 'image/webp' });
      if (credits !== null && credits < LETTER_COST_CREDITS) await payByCoupon();
      upload(file);
    } catch (cause) {
      console.error('The sample letter could not be fetched', cause);
      toast({
        title: 'The sample letter could not be fetched',
        description: 'Please try again',
        tone: 'error',
      });
      setBusy(false);
    }
  }

  return { begin, busy };
}
