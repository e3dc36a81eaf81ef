import { giftOverview } from '../../../shared/gifts.ts';
import { read } from '../../lib/api.ts';

export const readGifts = () => read('/api/gifts', giftOverview);
