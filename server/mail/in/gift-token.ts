import type { Config } from '../../core/config.ts';
import { messageIdDomain } from '../out/addresses.ts';

/** The token in the envelope sender of the mail that tells of a gift: its id, without hyphens. */
export const giftToken = (giftId: string): string => giftId.replaceAll('-', '');

/** The gift whose token this is, as PostgreSQL reads it; null for another kind of token. */
export const giftIdOf = (token: string): string | null => (/^[0-9a-f]{32}$/i.test(token) ? token : null);

/** The Message-ID of that mail, with angle brackets. */
export const giftMessageId = (config: Pick<Config, 'MAIL_FROM' | 'PRODUCT_NAME'>, giftId: string): string =>
  `<${giftId}@${messageIdDomain(config)}>`;
