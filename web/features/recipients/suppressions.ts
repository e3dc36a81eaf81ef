import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { suppressionLifted, suppressionList } from '../../../shared/suppressions.ts';
import { useToast } from '../../components/toast.tsx';
import { messageForPerson, read, write } from '../../lib/api.ts';
import { recipientKey } from './recipient-key.ts';

const suppressionsKey = ['/api/suppressions'] as const;

/** Addresses whose mail came back, of the signed-in person. Errors: `ApiFailure`. */
export function useSuppressions() {
  return useQuery({
    queryKey: suppressionsKey,
    queryFn: () => read('/api/suppressions', suppressionList),
    // Mail comes back without this browser doing anything.
    staleTime: 0,
  });
}

/** The way to write to an address again after its mail came back. A failure is told in a toast. */
export function useLiftSuppression(email: string, onLifted?: () => void) {
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: () =>
      write(
        'DELETE',
        `/api/suppressions/${encodeURIComponent(recipientKey(email))}`,
        undefined,
        suppressionLifted,
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: suppressionsKey });
      toast({ title: 'You can write to this address again', description: email });
      onLifted?.();
    },
    onError: (cause) => {
      console.error('The address could not be taken into use again', cause);
      toast({
        title: 'Nothing was changed',
        description: messageForPerson(cause, 'Please try again'),
        tone: 'error',
      });
    },
  });
}
