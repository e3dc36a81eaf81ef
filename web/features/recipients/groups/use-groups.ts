import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type GroupBody,
  type RecipientGroup,
  recipientGroup,
  recipientGroupList,
} from '../../../../shared/recipient-groups.ts';
import { write } from '../../../lib/api.ts';
import { queryOf, useInvalidation } from '../../../lib/queries.ts';
import { remove } from '../../../lib/remove.ts';

const groupsQuery = queryOf('/api/recipient-groups', recipientGroupList);

/** By name. */
export const useGroups = () => useQuery(groupsQuery);

/** Errors: `ApiFailure`. */
export function useGroupChanges() {
  const queryClient = useQueryClient();
  const invalidate = useInvalidation();
  const update = (change: (groups: RecipientGroup[]) => RecipientGroup[]) => {
    queryClient.setQueryData(groupsQuery.queryKey, (groups) => groups && change(groups));
    void invalidate('groups');
  };
  return {
    add: async (body: GroupBody) => {
      const added = await write('POST', '/api/recipient-groups', body, recipientGroup);
      update((groups) => [...groups, added]);
    },
    change: async (id: number, body: GroupBody) => {
      const changed = await write('PUT', `/api/recipient-groups/${id}`, body, recipientGroup);
      update((groups) => groups.map((group) => (group.id === id ? changed : group)));
    },
    remove: async (id: number) => {
      await remove(`/api/recipient-groups/${id}`);
      update((groups) => groups.filter((group) => group.id !== id));
    },
  };
}
