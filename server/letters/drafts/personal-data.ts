import { eq } from 'drizzle-orm';
import type { PersonalData } from '../../people/identity/personal-data.ts';
import { findDraft, removeDraft } from './data.ts';
import { draftPhotos, drafts } from './schema.ts';

export const draftsData = {
  tables: [drafts, draftPhotos],

  async summary(db, { uid }) {
    return { draft: (await db.$count(drafts, eq(drafts.uid, uid))) > 0 };
  },

  async export({ db }, { uid }) {
    return { files: { draft: await findDraft(db, uid) } };
  },

  async erase(tx, { uid }) {
    await removeDraft(tx, uid);
  },
} satisfies PersonalData;
