import { useQuery } from '@tanstack/react-query';
import { recipientGroupList } from '../../../../shared/recipient-groups.ts';
import { read } from '../../../lib/api.ts';

export const groupsKey = ['/api/recipient-groups'] as const;

/** Groups of the address book, by name. Errors: `ApiFailure`. */
export function useGroups() {
  return useQuery({
    queryKey: groupsKey,
    queryFn: () => read('/api/recipient-groups', recipientGroupList),
  });
}
