import { describe, expect, it } from 'vitest';
import { aReply } from '../../../../test/web/letter.ts';
import { originRemarks, relayRemark } from './reply-remarks.ts';

describe('originRemarks', () => {
  it('is empty for the address written to', () => {
    expect(originRemarks(aReply({ dmarc: 'pass' }))).toEqual([]);
    expect(originRemarks(aReply({ dmarc: 'none' }))).toEqual([]);
  });

  it('names another address, and says when it is not confirmed by DMARC', () => {
    const other = { fromAnotherAddress: true, fromEmail: 'ilse@work.example' };
    expect(originRemarks(aReply({ ...other, dmarc: 'pass' }))).toEqual([
      'Came from another address: ilse@work.example',
    ]);
    expect(originRemarks(aReply({ ...other, dmarc: 'unknown' }))).toEqual([
      'Came from another address: ilse@work.example',
      'We could not check that this is really from ilse@work.example.',
    ]);
    expect(originRemarks(aReply({ ...other, dmarc: 'none' }))).toContain('We could not confirm the sender.');
    expect(originRemarks(aReply({ ...other, fromEmail: '' }))[0]).toBe(
      'Came from another address than the one written to.',
    );
  });

  it('says when it was not checked', () => {
    expect(originRemarks(aReply({ dmarc: 'unknown' }))).toEqual([
      'We could not check that this is really from ilse.brandt@example.org.',
    ]);
  });

  it('warns when DMARC failed', () => {
    expect(originRemarks(aReply({ dmarc: 'fail' }))).toEqual([
      'We could not confirm the sender. Somebody else may have written this under their address.',
    ]);
  });

  it('names the letter’s web page as origin', () => {
    expect(originRemarks(aReply({ origin: 'page', dmarc: 'unknown' }))).toHaveLength(1);
    expect(originRemarks(aReply({ origin: 'app' }))).toEqual([]);
  });
});

it('relayRemark: the state of the reply’s own mail', () => {
  expect(relayRemark(null)).toBeNull();
  expect(relayRemark({ status: 'queued', reason: null })?.text).toBe('Waiting to leave by e-mail');
  expect(relayRemark({ status: 'sent', reason: null })?.text).toBe('Sent on by e-mail');
  expect(relayRemark({ status: 'failed', reason: 'That mailbox is full.' })).toEqual({
    text: 'Could not be delivered: That mailbox is full.',
    failed: true,
  });
  expect(relayRemark({ status: 'failed', reason: null })?.text).toBe('Could not be delivered');
});
