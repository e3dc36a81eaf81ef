import { useQuery } from '@tanstack/react-query';
import { creditPackageList } from '../../../shared/credits.ts';
import { queryOf } from '../../lib/queries.ts';

/** The packages for sale, smallest first. */
export function useCreditPackages() {
  return useQuery({
    ...queryOf('/api/credit-packages', creditPackageList),
    select: (packages) => packages.toSorted((a, b) => a.credits - b.credits),
  });
}
