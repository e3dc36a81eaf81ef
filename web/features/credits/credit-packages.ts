import { useQuery } from '@tanstack/react-query';
import { creditPackageList } from '../../../shared/credits.ts';
import { ApiFailure, read } from '../../lib/api.ts';

/** The packages for sale, smallest first; null when they are shown to signed-in people only. */
export function useCreditPackages() {
  return useQuery({
    queryKey: ['credit-packages'],
    queryFn: async () => {
      const packages = await read('/api/credit-packages', creditPackageList).catch(nullWhenSignedOut);
      return packages?.toSorted((a, b) => a.credits - b.credits) ?? null;
    },
  });
}

function nullWhenSignedOut(error: unknown): null {
  if (error instanceof ApiFailure && error.status === 401) return null;
  throw error;
}
