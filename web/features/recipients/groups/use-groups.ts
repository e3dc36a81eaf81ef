import { useQuery } from '@tanstack/react-query';
import {
  type GroupBody,
  type RecipientGroup,
  recipientGroup,
  recipientGroupList,
} from '../../../../shared/recipient-groups.ts';
import { byName } from '../../../../shared/text-order.ts';
import { queryOf } from '../../../lib/queries.ts';
import { language } from '../../../lib/words.tsx';
import { useListChanges } from '../use-list-changes.ts';

const PATH = '/api/recipient-groups';

/** The groups, sorted by name. */
export function useGroups() {
  const inOrder = byName(language());
  return useQuery({ ...queryOf(PATH, recipientGroupList), select: (groups) => groups.toSorted(inOrder) });
}

export const useGroupChanges = () => useListChanges<GroupBody, RecipientGroup>(PATH, recipientGroup);
