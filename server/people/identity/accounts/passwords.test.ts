import { expect, it } from 'vitest';
import { readConfig } from '../../../core/config.ts';
import { assertGoodPassword } from './passwords.ts';

it.each(['Ink & Paper', 'Ink 2 Go'])(
  'passwords of numbers are taken where the product is called %s',
  async (name) => {
    const config = readConfig({ PRODUCT_NAME: name });
    await expect(assertGoodPassword(config, '90817263540')).resolves.toBeUndefined();
    await expect(assertGoodPassword(config, `${name} 2026!`)).rejects.toThrow(
      'Many people use this password',
    );
  },
);
