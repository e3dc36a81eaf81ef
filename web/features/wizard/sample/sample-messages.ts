import { LETTER_COST_CREDITS } from '../../../../shared/limits.ts';

/** The coupon that everybody has for a beginning (spec section 9), and the credits it gives. */
export const WELCOME = { code: 'WELCOME5', credits: 5 };

/** What the sample says beside its photo. */
export const SAMPLE_MESSAGE = `Dear {{recipientName}},

This is what arrives when you send a letter from here: the photo of the page, whole, and a few words from you.

Answer this mail, and your answer will lie beside the letter in My Letters.`;

/** The sample's handwriting, for those who can't see it. */
export const SAMPLE_ALT =
  'A handwritten airmail letter. Lisbon, the third of May. Dear Bea, the tram outside my room goes by every eleven minutes and rings its bell like a person remembering something. I keep the photograph of your porch above the desk. Ever yours, Maren';

/** Who pays for it. */
export function postageWords(credits: number): string {
  if (credits >= LETTER_COST_CREDITS) return `It costs ${LETTER_COST_CREDITS} credit.`;
  const left = WELCOME.credits - LETTER_COST_CREDITS;
  return `${WELCOME.code} pays for it, and leaves you ${left} credits.`;
}
