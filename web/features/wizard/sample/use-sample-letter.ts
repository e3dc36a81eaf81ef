import { redeemCouponResponse, WELCOME_COUPON } from '../../../../shared/credits.ts';
import { LETTER_COST_CREDITS } from '../../../../shared/limits.ts';
import { NAME_PLACEHOLDER } from '../../../../templates/message.ts';
import samplePhoto from '../../../images/airmail-1600.webp';
import { write } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { useInvalidation } from '../../../lib/queries.ts';
import { useAction } from '../../../lib/use-action.ts';
import { t } from '../../../lib/words.tsx';
import { useRefreshUser } from '../../identity/use-user.ts';
import type { UploadStore } from '../../uploads/upload-store.ts';
import type { Sender } from '../letter-mail.ts';
import type { Wizard } from '../wizard-store.ts';

/** The welcome coupon (spec section 9), and the credits it gives. */
export const WELCOME = { code: WELCOME_COUPON, credits: 5 };

const sampleMessage = () =>
  t(
    `Dear {name},

This is what arrives when you send a letter from here: the photo of the page, whole, and a few words from you.

Answer this mail, and your answer will lie beside the letter in My Letters.`,
    { name: NAME_PLACEHOLDER },
  );

export const sampleAlt = () =>
  t(
    'A handwritten airmail letter. Lisbon, the third of May. Dear Bea, the tram outside my room goes by every eleven minutes and rings its bell like a person remembering something. I keep the photograph of your porch above the desk. Ever yours, Maren',
  );

interface SampleLetterOptions {
  wizard: Wizard;
  uploads: UploadStore;
  sender: Sender;
  credits: number | null;
  onReady: () => void;
}

/** Makes the sample the letter in progress, addressed to its sender, with the welcome coupon for its postage. */
export function useSampleLetter({ wizard, uploads, sender, credits, onReady }: SampleLetterOptions) {
  const refreshUser = useRefreshUser();
  const invalidate = useInvalidation();

  /** The rest is filled in after the photo's upload, so that a failed upload changes nothing. */
  async function upload(file: File) {
    uploads.add([file]);
    const id = uploads.get().at(-1)?.id;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = uploads.onSettled(({ uploaded }) => {
      stop();
      resolve();
      if (uploaded === 0 || id === undefined) return;
      wizard.dispatch({ type: 'photo-described', id, alt: sampleAlt() });
      // It goes to nobody else.
      for (const { email } of wizard.state.others) wizard.dispatch({ type: 'other-removed', email });
      wizard.dispatch({ type: 'recipient-typed', name: sender.name, email: sender.email });
      wizard.dispatch({ type: 'changed', change: { stamp: false, message: sampleMessage() } });
      onReady();
    });
    await promise;
  }

  async function payByCoupon() {
    try {
      const idempotencyKey = newIdempotencyKey();
      const coupon = { code: WELCOME.code };
      await write('POST', '/api/redeem-coupon', coupon, redeemCouponResponse, { idempotencyKey });
      await Promise.all([refreshUser(), invalidate('coupon')]);
    } catch (cause) {
      // A missing credit is asked for when the letter is sent.
      console.warn('The welcome coupon was not redeemed', cause);
    }
  }

  return useAction('The sample letter could not be fetched', async () => {
    const answer = await fetch(samplePhoto);
    if (!answer.ok) throw new Error(`The sample's photo could not be fetched: ${answer.status}`);
    const file = new File([await answer.blob()], 'sample-letter.webp', { type: 'image/webp' });
    if (credits !== null && credits < LETTER_COST_CREDITS) await payByCoupon();
    await upload(file);
  });
}
