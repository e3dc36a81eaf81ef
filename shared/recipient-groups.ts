import { z } from 'zod';
import { GROUP_NAME_MAX_CHARACTERS, RECIPIENTS_PER_LETTER } from './limits.ts';
import { nameText } from './person-name.ts';
import { msg } from './words.ts';

const recipientId = z.int().positive();

/** `POST /api/recipient-groups` and `PUT /api/recipient-groups/{id}`, which replaces name and people. */
export const groupBody = z.object({
  name: nameText.pipe(
    z
      .string()
      .min(1, msg('Please name the group'))
      .max(GROUP_NAME_MAX_CHARACTERS, msg('Please keep the name to at most {maximum} characters')),
  ),
  recipientIds: z
    .array(recipientId)
    .max(
      RECIPIENTS_PER_LETTER,
      msg('A group holds at most {maximum} people: so many can get a letter at once'),
    ),
});
export type GroupBody = z.infer<typeof groupBody>;

export const recipientGroup = z.object({
  id: z.int(),
  name: z.string(),
  recipientIds: z.array(recipientId),
});
export type RecipientGroup = z.infer<typeof recipientGroup>;

/** `GET /api/recipient-groups`, by name. */
export const recipientGroupList = z.array(recipientGroup);
