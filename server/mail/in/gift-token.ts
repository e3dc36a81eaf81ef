import type { Config } from '../../core/config.ts';
import { messageIdDomain } from '../out/addresses.ts';

export const giftToken = (giftId: string): string => giftId.replaceAll('-', '');

export const giftIdOf = (token: string): string | null => (/^[0-9a-f]{32}$/i.test(token) ? token : null);

export const giftMessageId = (config: Pick<Config, 'MAIL_FROM' | 'PRODUCT_NAME'>, giftId: string): string =>
  `<${giftId}@${messageIdDomain(config)}>`;
