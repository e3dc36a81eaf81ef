import type { Config } from '../../config.ts';

type Base = Pick<Config, 'publicUrl'>;

/** The letter's own page, for whoever has its address. */
export const webPageUrl = ({ publicUrl }: Base, token: string) => `${publicUrl}/l/${token}`;

/** One photo of it at full size. @param position from 1 */
export const webPhotoUrl = (base: Base, token: string, position: number) =>
  `${webPageUrl(base, token)}/photo/${position}`;

/** Where the recipient may say that they want no more letters from this sender. */
export const stopUrl = (base: Base, token: string) => `${webPageUrl(base, token)}/stop`;
