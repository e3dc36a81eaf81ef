import { n } from '../../lib/words.tsx';
/** '1 credit', '7 credits' */
export const creditsText = (credits: number): string => n(credits, '1 credit', '{n} credits');
