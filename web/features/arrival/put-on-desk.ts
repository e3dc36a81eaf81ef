import { type DraftRevision, draftRevision } from '../../../shared/drafts.ts';
import { write } from '../../lib/api.ts';

/** Makes one draft of an unsent letter and the unsent others of its batch. Errors: `ApiFailure`; 409 if there is a draft. */
export const putOnDesk = (letterId: number, idempotencyKey: string): Promise<DraftRevision> =>
  write('POST', `/api/letters/${letterId}/desk`, undefined, draftRevision, { idempotencyKey });

/** Router state of a visit to `/` that resumes the draft at once. */
export const visitOf = ({ letter }: DraftRevision) => ({ takeUp: letter });
