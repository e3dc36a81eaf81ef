/** The part of the Trusted Types API that is used (W3C Trusted Types). The DOM library types every sink as string. */
interface TrustedTypesFactory {
  createPolicy(name: string, rules: Rules): Rules;
}
interface Rules {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

const rules: Rules = {
  createHTML: (html) => html,
  createScriptURL: (url) => {
    if (new URL(url, location.href).origin === location.origin) return url;
    throw new TypeError('A script comes from our own address only');
  },
};
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory };
/** Its name stands in the content security policy. */
const policy = trustedTypes?.createPolicy('letters', rules) ?? rules;

/**
 * A letter's document for the `srcdoc` of a frame without scripts, or for a parser: the only markup that the page takes
 * as text. The content security policy refuses any other.
 */
export const letterMarkup = (html: string): string => policy.createHTML(html);

/**
 * The address of a worker's script.
 * @throws {TypeError} when it is of another origin
 */
export const workerUrl = (url: string): string => policy.createScriptURL(url);
