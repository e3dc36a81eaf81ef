import {
  type Draft,
  type DraftContent,
  type DraftRevision,
  draftConflict,
  draftResponse,
  draftRevision,
} from '../../../../shared/drafts.ts';
import { ApiFailure, read } from '../../../lib/api.ts';

/** 409: the server has another version than the one that the request was based on, or none. */
export class DraftConflict extends Error {
  override name = 'DraftConflict';
  readonly draft: Draft | null;

  constructor(draft: Draft | null) {
    super('The draft was changed elsewhere');
    this.draft = draft;
  }
}

/** Bytes that a request may carry that outlives its page (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch). */
const KEEPALIVE_MAX_BYTES = 64 * 1024;

/** Calls of the draft on the server. Errors: `DraftConflict`, `ApiFailure`, and the fetch's own. */
export const draftApi = {
  load: async () => (await read('/api/draft', draftResponse)).draft,

  save: async (base: DraftRevision | null, content: DraftContent) => {
    const body = JSON.stringify({ base, content });
    const text = await request('/api/draft', {
      method: 'PUT',
      body,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      // The last save before the page is closed still arrives.
      keepalive: new Blob([body]).size < KEEPALIVE_MAX_BYTES / 2,
    });
    return draftRevision.parse(JSON.parse(text));
  },

  discard: async ({ letter, version }: DraftRevision) => {
    await request(`/api/draft?letter=${letter}&version=${version}`, { method: 'DELETE', keepalive: true });
  },
};

export type DraftApi = typeof draftApi;

/** Not repeated when it fails: the next save carries what was written meanwhile. */
async function request(path: string, init: RequestInit): Promise<string> {
  const response = await fetch(path, { ...init, credentials: 'include' });
  const text = await response.text();
  if (response.ok) return text;
  if (response.status === 409) {
    const conflict = draftConflict.safeParse(JSON.parse(text)).data;
    if (conflict) throw new DraftConflict(conflict.draft);
  }
  throw new ApiFailure(response.status, response.statusText, text);
}
