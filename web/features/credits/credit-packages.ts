import { useQuery } from '@tanstack/react-query';
import { creditPackageList } from '../../../shared/credits.ts';
import { read } from '../../lib/api.ts';

/** The packages for sale, smallest first; null when they are shown to signed-in people only. */
export function useCreditPackages() {
  return useQuery({
    queryKey: ['credit-packages'],
    queryFn: async () => {
      const packages = await read('/api/credit-packages', creditPackageList, { on401: 'null' });
      return packages?.toSorted((a, b) => a.credits - b.credits) ?? null;
    },
  });
}
