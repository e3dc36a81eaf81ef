import type { Reply } from '../../../../shared/conversations.ts';
import { t } from '../../../lib/words.tsx';

type Origins = Pick<Reply, 'origin' | 'fromAnotherAddress' | 'fromEmail' | 'dmarc'>;

/** A missing DMARC policy is not mentioned for the address written to: most small domains have none. */
export function originRemarks({ origin, fromAnotherAddress, fromEmail, dmarc }: Origins): string[] {
  if (origin === 'app') return [];
  if (origin === 'page') return [t('Written on the letter’s own page, by someone who has its link.')];
  const remarks: string[] = [];
  if (fromAnotherAddress) {
    remarks.push(
      fromEmail
        ? t('Came from another address: {address}', { address: fromEmail })
        : t('Came from another address than the one written to.'),
    );
  }
  if (dmarc === 'fail') {
    remarks.push(
      t('We could not confirm the sender. Somebody else may have written this under their address.'),
    );
  } else if (dmarc === 'unknown') {
    remarks.push(
      fromEmail
        ? t('We could not check that this is really from {address}.', { address: fromEmail })
        : t('We could not check that this is really from them.'),
    );
  } else if (fromAnotherAddress && dmarc !== 'pass') {
    remarks.push(t('We could not confirm the sender.'));
  }
  return remarks;
}

export function relayRemark(relay: Reply['relay']): { text: string; failed: boolean } | null {
  if (!relay) return null;
  if (relay.status === 'queued') return { text: t('Waiting to leave by e-mail'), failed: false };
  if (relay.status === 'sent') return { text: t('Sent on by e-mail'), failed: false };
  const { reason } = relay;
  return {
    text: reason ? t('Could not be delivered: {reason}', { reason }) : t('Could not be delivered'),
    failed: true,
  };
}
