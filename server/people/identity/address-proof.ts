import type { Transaction } from '../../core/db/database.ts';
import type { Services } from '../../core/services.ts';

/** An account proved to own an address that it had not proved until now. */
export interface AddressProof {
  uid: string;
  /** lower-cased */
  email: string;
  /** `own session`: by whoever set it up. `elsewhere`: by a reset or a provider; all may then be a stranger's. */
  how: 'own session' | 'elsewhere';
  /** the account had proved no address before */
  first: boolean;
}

export interface ProofHandlers {
  /** The account is locked; called after `syncProfile`, maybe again for the same proof. An error undoes the proof. */
  proof: (tx: Transaction, proof: AddressProof) => Promise<void>;
}

export type AddressProofHandler = (tx: Transaction, services: Services, proof: AddressProof) => Promise<void>;
