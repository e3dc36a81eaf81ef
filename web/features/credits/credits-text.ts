import { n } from '../../lib/words.tsx';
export const creditsText = (credits: number): string => n(credits, '1 credit', '{n} credits');
