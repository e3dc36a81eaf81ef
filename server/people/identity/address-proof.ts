import type { Transaction } from '../../core/db/database.ts';
import type { Services } from '../../core/services.ts';

/** An account proved to own an address that it had not proved until now. */
export interface AddressProof {
  uid: string;
  /** lower-cased */
  email: string;
  /**
   * `own session`: by whoever set the account up (a mailed link in its own browser, the operator, or in
   * Firebase mode a token; see `firebase/judge-first-proof.ts`). `elsewhere`: by a reset or a provider; what
   * the account holds may then be a stranger's.
   */
  how: 'own session' | 'elsewhere';
  /** the account had proved no address before */
  first: boolean;
}

/** What the domains above do about a proof. */
export interface ProofHandlers {
  /**
   * Runs in the transaction of the proof: the account is locked, and product record and sessions have the proved address
   * already. Call it after `syncProfile` in every place that marks an address as verified. May be called again for the same
   * proof.
   * @throws what a handler throws, which undoes the proof
   */
  proof: (tx: Transaction, proof: AddressProof) => Promise<void>;
}

export type AddressProofHandler = (tx: Transaction, services: Services, proof: AddressProof) => Promise<void>;
