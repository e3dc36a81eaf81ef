import { useEffect } from 'react';
import { receivedGifts } from '../../../shared/gifts.ts';
import { useToast } from '../../components/toast.tsx';
import { write } from '../../lib/api.ts';
import { language, n, t } from '../../lib/words.tsx';
import { useRefreshUser, useUser } from '../identity/use-user.ts';

export default function StampsArrived() {
  const { user } = useUser();
  const refreshUser = useRefreshUser();
  const toast = useToast();
  const { id, credits, emailVerified } = user ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the balance or the proof of the address changes
  useEffect(() => {
    if (id === undefined || !emailVerified) return;
    const take = async () => {
      const { gifts } = await write('POST', '/api/received-gifts', undefined, receivedGifts);
      if (gifts.length === 0) return;
      toast({ title: arrivedWords(gifts), description: t('They are for letters of your own.') });
      await refreshUser();
    };
    take().catch((cause: unknown) => console.info('What was given could not be asked for', cause));
  }, [id, credits, emailVerified]);
  return null;
}

function arrivedWords(gifts: { credits: number; from: string }[]): string {
  const stamps = gifts.reduce((sum, { credits }) => sum + credits, 0);
  const names = [...new Set(gifts.map(({ from }) => from))];
  if (names.includes('')) return n(stamps, 'A stamp is yours now', '{n} stamps are yours now');
  const from = new Intl.ListFormat(language()).format(names);
  return n(stamps, 'A stamp from {from} is yours now', '{n} stamps from {from} are yours now', {
    from,
  });
}
