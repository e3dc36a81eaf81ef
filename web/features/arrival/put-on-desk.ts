import { type DraftRevision, draftRevision } from '../../../shared/drafts.ts';
import { write } from '../../lib/api.ts';

/** Makes a draft of a letter that was taken back. Errors: `ApiFailure`; 409 while there is another draft. */
export const putOnDesk = (letterId: number, idempotencyKey: string): Promise<DraftRevision> =>
  write('POST', `/api/letters/${letterId}/desk`, undefined, draftRevision, { idempotencyKey });

/** Router state of a visit to `/` that resumes the draft at once. */
export const visitOf = ({ letter }: DraftRevision) => ({ takeUp: letter });
