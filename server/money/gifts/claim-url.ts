import type { Config } from '../../core/config.ts';

/** Carries nothing: only a proved address counts. */
export const claimUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>) => `${publicUrl}/credits?stamp`;
