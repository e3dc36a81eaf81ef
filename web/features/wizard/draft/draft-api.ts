import {
  type Draft,
  type DraftContent,
  type DraftRevision,
  draftConflict,
  draftResponse,
  draftRevision,
} from '../../../../shared/drafts.ts';
import { readJson } from '../../../../shared/read-json.ts';
import { ApiFailure, type ResponseParser, read, write } from '../../../lib/api.ts';

/** 409: the server has another version than the one that the request was based on, or none. */
export class DraftConflict extends Error {
  override name = 'DraftConflict';
  readonly draft: Draft | null;

  constructor(draft: Draft | null) {
    super('The draft was changed elsewhere');
    this.draft = draft;
  }
}

/** Calls of the draft on the server. Errors: `DraftConflict`, `ApiFailure`, and the fetch's own. */
export const draftApi = {
  load: async () => (await read('/api/draft', draftResponse)).draft,

  save: (base: DraftRevision | null, content: DraftContent) =>
    request('PUT', '/api/draft', draftRevision, { base, content }),

  discard: ({ letter, version }: DraftRevision) =>
    request<void>('DELETE', `/api/draft?letter=${letter}&version=${version}`, { parse: () => {} }),
};

export type DraftApi = typeof draftApi;

/** The last save before the page is closed still arrives. One that fails is followed by the next. */
async function request<T>(method: 'PUT' | 'DELETE', path: string, schema: ResponseParser<T>, body?: unknown) {
  try {
    return await write(method, path, body, schema, { outlivesPage: true });
  } catch (cause) {
    const conflict =
      cause instanceof ApiFailure && cause.status === 409 && readJson(cause.body, draftConflict);
    throw conflict ? new DraftConflict(conflict.draft) : cause;
  }
}
