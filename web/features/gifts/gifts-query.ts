import { useQuery } from '@tanstack/react-query';

export const giftsKey = ['/api/gifts'] as const;

export function useGifts() {
  return useQuery({
    queryKey: giftsKey,
    // The schema is fetched beside what shows the choice, which need not wait for it.
    queryFn: async () => (await import('./read-gifts.ts')).readGifts(),
  });
}
