/** '1 credit', '7 credits' */
export const creditsText = (credits: number): string => (credits === 1 ? '1 credit' : `${credits} credits`);
