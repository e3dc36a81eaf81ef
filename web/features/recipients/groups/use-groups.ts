import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type GroupBody,
  type RecipientGroup,
  recipientGroup,
  recipientGroupList,
} from '../../../../shared/recipient-groups.ts';
import { read, write } from '../../../lib/api.ts';
import { useInvalidation } from '../../../lib/queries.ts';
import { remove } from '../../../lib/remove.ts';

const groupsKey = ['/api/recipient-groups'] as const;

/** By name. Errors: `ApiFailure`. */
export function useGroups() {
  return useQuery({
    queryKey: groupsKey,
    queryFn: () => read('/api/recipient-groups', recipientGroupList),
  });
}

/** Errors: `ApiFailure`. */
export function useGroupChanges() {
  const queryClient = useQueryClient();
  const invalidate = useInvalidation();
  const update = (change: (groups: RecipientGroup[]) => RecipientGroup[]) => {
    queryClient.setQueryData<RecipientGroup[]>(groupsKey, (groups) => groups && change(groups));
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
