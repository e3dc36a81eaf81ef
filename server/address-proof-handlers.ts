import { claimProvedMailbox } from './credits/coupon-mailboxes.ts';
import { claimForProvedAddress } from './gifts/claim-gifts.ts';
import type { AddressProofHandler } from './identity/address-proof.ts';
import { releaseOrDeleteSealed } from './letters/sealed-letters.ts';

/** What the domains do when an account proves to own its address, in the order in which they run. */
export const addressProofHandlers: AddressProofHandler[] = [
  releaseOrDeleteSealed,
  claimProvedMailbox,
  claimForProvedAddress,
];
