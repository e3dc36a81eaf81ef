import type { Config } from '../config.ts';

/** Project id of the embedded identity service: the audience of its ID tokens. */
export const EMBEDDED_PROJECT = 'embedded';

/** The one apiKey it takes. Public, as every Firebase apiKey is: it names a project and proves nothing. */
export const EMBEDDED_API_KEY = 'embedded';

/** `iss` of its ID tokens. */
export function embeddedIssuerOf(config: Config): string {
  return `${config.publicUrl}/identity`;
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1'];

/** `GET /v1/projects`: host names a sign-in by popup or redirect may come from. */
export function projectConfig(config: Config) {
  const { hostname } = new URL(config.publicUrl);
  const authorizedDomains = LOCAL_HOSTS.includes(hostname) ? LOCAL_HOSTS : [hostname];
  return { projectId: EMBEDDED_PROJECT, authorizedDomains };
}

/** `GET /v2/recaptchaConfig`: no captcha. The SDK throws when the key is missing. */
export function recaptchaConfig() {
  return {
    recaptchaKey: `projects/${EMBEDDED_PROJECT}/keys/none`,
    recaptchaEnforcementState: [
      { provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' },
      { provider: 'PHONE_PROVIDER', enforcementState: 'OFF' },
    ],
  };
}
