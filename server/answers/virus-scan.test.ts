import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClamavStandIn, startClamav } from '../../test/stand-ins/clamav-stand-in.ts';
import { scanForViruses } from './virus-scan.ts';

let clamav: ClamavStandIn;
beforeAll(async () => {
  clamav = await startClamav();
});
afterAll(() => clamav.close());

describe('scanForViruses', () => {
  test('sends the whole file in chunks, and reads the verdict', async () => {
    const file = Buffer.alloc(200_000, 7);
    expect(await scanForViruses(clamav.address, file)).toBe('clean');
    expect(clamav.scanned.at(-1)?.equals(file)).toBe(true);
    expect(await scanForViruses(clamav.address, Buffer.from('INFECTED'))).toBe('infected');
  });

  test('leaves a file unchecked when nobody answers in time, or at all', async () => {
    const silent = await startClamav({ answers: false });
    expect(await scanForViruses(silent.address, Buffer.from('x'), 50)).toBe('unchecked');
    await silent.close();
    expect(await scanForViruses(silent.address, Buffer.from('x'))).toBe('unchecked');
    expect(await scanForViruses('/nowhere/clamd.ctl', Buffer.from('x'))).toBe('unchecked');
  });
});
