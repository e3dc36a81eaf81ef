import { useQuery } from '@tanstack/react-query';
import { creditPackageList } from '../../../shared/credits.ts';
import { read } from '../../lib/api.ts';

/** The packages for sale, smallest first. */
export function useCreditPackages() {
  return useQuery({
    queryKey: ['credit-packages'],
    queryFn: () => read('/api/credit-packages', creditPackageList),
    select: (packages) => packages.toSorted((a, b) => a.credits - b.credits),
  });
}
