import type { DKIMOptions } from 'nodemailer';
import { BadSettings, type Config } from '../../core/config.ts';
import { pemSetting, privateKeySetting } from '../../core/pem-setting.ts';
import { domainOf, mailFrom } from './addresses.ts';

/** RFC 8301, 3.2: signers use RSA keys of at least this many bits; receivers may ignore shorter ones. */
const LEAST_BITS = 1024;

/** RFC 6376, 5.4.1 and RFC 8058, 4. With Content-Type signed nobody can wrap our body in another one. */
const SIGNED_FIELDS = [
  'From',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'To',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'In-Reply-To',
  'References',
  'Auto-Submitted',
  'Content-Language',
  'Feedback-ID',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
].join(':');

type DkimSettings = Pick<
  Config,
  'DKIM_DOMAIN' | 'DKIM_SELECTOR' | 'DKIM_PRIVATE_KEY' | 'MAIL_FROM' | 'PRODUCT_NAME'
>;

/**
 * Null when DKIM (RFC 6376) is not set up.
 * @throws {BadSettings} for a key that nodemailer would silently not sign with, and for a domain that does not match
 * the From address (RFC 7489, 3.1.1: relaxed alignment)
 */
export function dkimOptions(config: DkimSettings, from = mailFrom(config)): DKIMOptions | null {
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY } = config;
  if (!DKIM_DOMAIN || !DKIM_SELECTOR || !DKIM_PRIVATE_KEY) return null;

  const pem = pemSetting('DKIM_PRIVATE_KEY', DKIM_PRIVATE_KEY);
  const key = privateKeySetting('DKIM_PRIVATE_KEY', pem);
  if (key.asymmetricKeyType !== 'rsa') {
    throw new BadSettings(
      `DKIM_PRIVATE_KEY: wants an RSA key; with a key of kind ${key.asymmetricKeyType} mail would leave unsigned`,
    );
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < LEAST_BITS)
    throw new BadSettings(`DKIM_PRIVATE_KEY: wants ${LEAST_BITS} bits or more, this has ${bits}`);

  const fromDomain = domainOf(from.address);
  const signingDomain = DKIM_DOMAIN.toLowerCase()
    .split(/[\s,]+/)
    .find((domain) => domain && `.${fromDomain}`.endsWith(`.${domain}`));
  if (signingDomain === undefined) {
    throw new BadSettings(
      `DKIM_DOMAIN: ${DKIM_DOMAIN} does not stand for MAIL_FROM, which is at ${fromDomain}`,
    );
  }
  return {
    domainName: signingDomain,
    keySelector: DKIM_SELECTOR,
    privateKey: pem,
    headerFieldNames: SIGNED_FIELDS,
  };
}
