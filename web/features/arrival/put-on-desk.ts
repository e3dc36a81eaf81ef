import { type DraftRevision, draftRevision } from '../../../shared/drafts.ts';
import { write } from '../../lib/api.ts';

/** Errors: `ApiFailure`; 409 while another draft is there. */
export const putOnDesk = (letterId: number, idempotencyKey: string): Promise<DraftRevision> =>
  write('POST', `/api/letters/${letterId}/desk`, undefined, draftRevision, { idempotencyKey });

/** State of the visit to `/` that goes on with a draft at once. */
export const visitOf = ({ letter }: DraftRevision) => ({ takeUp: letter });
