import {
  type Draft,
  type DraftContent,
  type DraftRevision,
  draftAnswer,
  draftConflict,
  draftRevision,
} from '../../../../shared/drafts.ts';
import { ApiFailure, read } from '../../../lib/api.ts';

/** Somebody else's save, or no draft at all, lies where ours was expected. */
export class DraftChanged extends Error {
  override name = 'DraftChanged';
  readonly draft: Draft | null;

  constructor(draft: Draft | null) {
    super('The draft was changed elsewhere');
    this.draft = draft;
  }
}

/** What the desk asks the server. Errors: `DraftChanged`, `ApiFailure`, and the fetch's own. */
export interface DraftCalls {
  load: () => Promise<Draft | null>;
  save: (base: DraftRevision | null, content: DraftContent) => Promise<DraftRevision>;
  discard: (revision: DraftRevision) => Promise<void>;
}

/** Bytes that a request may carry that outlives its page (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch). */
const KEEPALIVE_MAX_BYTES = 64 * 1024;

export const draftCalls: DraftCalls = {
  load: async () => (await read('/api/draft', draftAnswer)).draft,

  save: async (base, content) => {
    const body = JSON.stringify({ base, content });
    const text = await ask('/api/draft', {
      method: 'PUT',
      body,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      // The last words before the page is closed arrive, too.
      keepalive: new Blob([body]).size < KEEPALIVE_MAX_BYTES / 2,
    });
    return draftRevision.parse(JSON.parse(text));
  },

  discard: async ({ letter, version }) => {
    await ask(`/api/draft?letter=${letter}&version=${version}`, { method: 'DELETE', keepalive: true });
  },
};

/** Quiet: a save that fails is not repeated here but made again later, with what was written meanwhile. */
async function ask(path: string, request: RequestInit): Promise<string> {
  const response = await fetch(path, { ...request, credentials: 'include' });
  const text = await response.text();
  if (response.ok) return text;
  if (response.status === 409) {
    const conflict = draftConflict.safeParse(JSON.parse(text)).data;
    if (conflict) throw new DraftChanged(conflict.draft);
  }
  throw new ApiFailure(response.status, response.statusText, text);
}
