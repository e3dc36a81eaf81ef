import { releaseOrDeleteSealed } from './letters/wait/sealed-letters.ts';
import { claimProvedMailbox } from './money/credits/coupon-mailboxes.ts';
import { claimForProvedAddress } from './money/gifts/claim-gifts.ts';
import type { AddressProofHandler } from './people/identity/address-proof.ts';

/** What the domains do when an account proves to own its address, in the order in which they run. */
export const addressProofHandlers: AddressProofHandler[] = [
  releaseOrDeleteSealed,
  claimProvedMailbox,
  claimForProvedAddress,
];
