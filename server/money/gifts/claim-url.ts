import type { Config } from '../../core/config.ts';

/** Where whoever is given something sees it, once they signed up or in; it carries nothing, for only a proved address counts. */
export const claimUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>) => `${publicUrl}/credits?stamp`;
